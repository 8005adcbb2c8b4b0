import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './host/repository.ts';
import { vscodeForTests } from './host/vscode-for-tests.ts';

const vscode = vscodeForTests({ workspace: path.join(repositoryRoot, 'test/fixtures/one-skill'), theme: 'light' });

test('shows what VS Code itself finds in a skill', async () => {
  const { workbench } = vscode();
  await workbench.openFile('.claude/skills/demo/SKILL.md');
  // It also looks for the files of links, but not always in time.
  await expect
    .poll(() => workbench.problems())
    .toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        message: "The skill name 'demonstration' should match the folder name 'demo'.",
        start: { line: 2, column: 7 },
      }),
    );
  await expect
    .poll(() => workbench.editor.underlines())
    .toMatchObject({ errors: 0, warnings: expect.toSatisfy(Boolean) });
});
