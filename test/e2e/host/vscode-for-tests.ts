import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { testOutput } from './repository.ts';
import { copyWorkspace } from './temporary-folder.ts';
import { defaultViewport, type OpenVsCode, openVsCode, type VsCodeOptions } from './vscode.ts';

/** How a test file wants its window. */
export interface TestWindowOptions extends VsCodeOptions {
  /**
   * A name for the window, by which the next part of the file gets it too: opening one takes longer than most tests. Its
   * workspace and home replace those of this one, whose settings remain. Its tests must also pass in a new window, which
   * they get when they run alone or after a failure.
   */
  readonly sharedAs?: string;
}

/** The window that the next part may have. Only one is open at a time. */
let kept: { readonly name: string; readonly opened: OpenVsCode } | undefined;

/**
 * Opens one VS Code for all tests of a file or `describe` block, and closes it or keeps it for the next one. A failing
 * test leaves a screenshot and the server's log in `.test-output/failures`.
 */
export function vscodeForTests(options: TestWindowOptions = {}): () => OpenVsCode {
  let opened: OpenVsCode | undefined;
  let failed = false;
  beforeAll(async () => {
    failed = false;
    opened = (await keptWindow(options)) ?? (await tryTwice(() => openVsCode(options)));
  });
  let hasJustFailed = false;
  beforeEach(async () => {
    if (!hasJustFailed) return;
    // A failed attempt may have left a question or a menu open, which takes every key, and a message.
    hasJustFailed = false;
    await opened?.workbench.cancelQuestions();
    await opened?.workbench.clearNotifications();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && opened !== undefined) {
      failed = true;
      hasJustFailed = true;
      await keepEvidence(opened, task.name).catch(console.warn);
    }
  });
  afterAll(async () => {
    if (opened === undefined) return;
    if (options.sharedAs !== undefined && !failed) kept = { name: options.sharedAs, opened };
    else await opened.close();
    opened = undefined;
  });
  return () => {
    if (opened === undefined) {
      throw new Error('VS Code is open only while a test runs');
    }
    return opened;
  };
}

/** Closes the window that no part follows to have. It would go on working beside the tests of the next file. */
export async function closeKeptWindow(): Promise<void> {
  const left = kept;
  kept = undefined;
  await left?.opened.close().catch(console.warn);
}

/** The window of the previous part if it is the one wanted and can be tidied up; otherwise it is closed. */
async function keptWindow({
  sharedAs,
  theme,
  viewport,
  workspace,
  home,
}: TestWindowOptions): Promise<OpenVsCode | undefined> {
  if (kept === undefined) return undefined;
  const { name, opened } = kept;
  kept = undefined;
  if (name === sharedAs) {
    try {
      await opened.page.setViewportSize(viewport ?? defaultViewport);
      await opened.workbench.tidyUp(theme ?? 'dark');
      await copyWorkspace(workspace, opened.workspace);
      await copyWorkspace(home, opened.home);
      return opened;
    } catch (error) {
      await keepEvidence(opened, `window ${name} not used again`).catch(console.warn);
      console.warn(`The window "${name}" could not be used again: ${error}`);
    }
  }
  await opened.close().catch(console.warn);
  return undefined;
}

/** For what a hook does in a window: a failing test is run again, but a hook is not. */
export async function tryTwice<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    console.warn('Once more, after', error);
    return work();
  }
}

async function keepEvidence({ page, server }: OpenVsCode, testName: string): Promise<void> {
  const folder = path.join(testOutput, 'failures');
  const name = testName.replaceAll(/[^\w]+/g, '-').slice(0, 80);
  await mkdir(folder, { recursive: true });
  await copyFile(server.logFile, path.join(folder, `${name}.log`));
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
