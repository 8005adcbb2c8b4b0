import path from 'node:path';
import { expect, test } from 'vitest';
import { runInHostTests } from './host/in-host-tests.ts';
import { hostVariable } from './host/installation.ts';
import { repositoryRoot } from './host/repository.ts';

test('the tests inside the extension host pass', { timeout: 330_000 }, async () => {
  const { exitCode, report } = await runInHostTests({
    workspace: path.join(repositoryRoot, 'test/fixtures/two-folders'),
    workspaceFile: 'two-folders.code-workspace',
    // Packed, where no other test sees it in this VS Code.
    ...(process.env[hostVariable] && { extension: { vsix: path.join(repositoryRoot, 'dist', 'skillwright.vsix') } }),
  });
  expect(report.filter((line) => !line.startsWith('in-host ok'))).toEqual([
    expect.stringMatching(/ passed, 0 failed$/),
  ]);
  expect(exitCode).toBe(0);
});
