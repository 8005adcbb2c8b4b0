import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { testOutput } from './repository.ts';
import { type OpenVsCode, openVsCode, type VsCodeOptions } from './vscode.ts';

/**
 * Opens one VS Code for all tests of a file or `describe` block, and closes it whatever becomes of them.
 * A failing test leaves a screenshot and the server's log in `.test-output/failures`.
 */
export function vscodeForTests(options: VsCodeOptions = {}): () => OpenVsCode {
  let opened: OpenVsCode | undefined;
  beforeAll(async () => {
    opened = await openVsCode(options);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && opened !== undefined) {
      await keepEvidence(opened, task.name);
    }
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) {
      throw new Error('VS Code is open only while a test runs');
    }
    return opened;
  };
}

async function keepEvidence({ page, server }: OpenVsCode, testName: string): Promise<void> {
  const folder = path.join(testOutput, 'failures');
  const name = testName.replaceAll(/[^\w]+/g, '-').slice(0, 80);
  await mkdir(folder, { recursive: true });
  await copyFile(server.logFile, path.join(folder, `${name}.log`));
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
