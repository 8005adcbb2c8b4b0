import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { reportPrefix } from '../in-host/report.ts';
import { repositoryRoot, testOutput } from './repository.ts';
import { type PreparedVsCode, prepareVsCode, type VsCodeOptions } from './vscode.ts';
import { remoteUri, workbenchAddress } from './workbench-address.ts';

/** How the tests inside the extension host ended. */
export interface InHostResult {
  readonly exitCode: number;
  /** The lines of their report, one for each test. */
  readonly report: readonly string[];
}

/** What to run the in-host tests with: without a packed extension, it is loaded from this repository, as during development. */
export interface InHostOptions extends Omit<VsCodeOptions, 'theme' | 'viewport'> {
  /** A `.code-workspace` file inside of the workspace, to be opened instead of the folder. */
  readonly workspaceFile?: string;
}

const timeout = 300_000;

/** Bundles `test/e2e/in-host` into the one CommonJS module that an extension host loads and calls `run()` of. */
export async function buildInHostTests(): Promise<string> {
  const folder = path.join(testOutput, 'in-host');
  const outfile = path.join(folder, 'index.cjs');
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [path.join(repositoryRoot, 'test', 'e2e', 'in-host', 'index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}

/** Runs the in-host tests in the embedded VS Code, the way `--extensionTestsPath` does on the desktop. */
export async function runInHostTests(options: InHostOptions = {}): Promise<InHostResult> {
  const tests = await buildInHostTests();
  const vscode = await prepareVsCode(options, true);
  try {
    // VS Code only loads tests next to an extension in development.
    const developed = options.extension ? await emptyExtension(path.join(vscode.home, 'tests')) : repositoryRoot;
    const log: string[] = [];
    const opened = path.join(vscode.workspace, options.workspaceFile ?? '');
    const exitCode = await runInPage(vscode, opened, log, [
      ['extensionDevelopmentPath', remoteUri(vscode.server.address, developed)],
      ['extensionTestsPath', remoteUri(vscode.server.address, tests)],
    ]);
    const report = log.filter((line) => line.startsWith(reportPrefix));
    if (report.length === 0)
      throw new Error(`The in-host tests ended with ${exitCode} before the first:\n${log.slice(-30).join('\n')}`);
    return { exitCode, report };
  } finally {
    await vscode.close();
  }
}

async function emptyExtension(folder: string): Promise<string> {
  await mkdir(folder);
  const manifest = { name: 'tests', publisher: 'skillwright-tests', version: '1.0.0', engines: { vscode: '*' } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

/** Loads the workbench and waits for it to say that the tests have ended; `log` receives all that it prints. */
async function runInPage(
  { page, server }: PreparedVsCode,
  opened: string,
  log: string[],
  payload: readonly (readonly [name: string, value: string])[],
): Promise<number> {
  // The workbench calls these two functions if the page has them; so VS Code's own tests in a browser report.
  await page.exposeFunction('codeAutomationLog', (_level: string, values: readonly unknown[]) => {
    log.push(values.map(String).join(' '));
  });
  const ended = new Promise<number>((resolve) => page.exposeFunction('codeAutomationExit', resolve));
  await page.goto(workbenchAddress(server.address, opened, payload));

  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`The in-host tests did not end in ${timeout / 1000} s:\n${log.join('\n')}`));
    timer = setTimeout(fail, timeout);
  });
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}
