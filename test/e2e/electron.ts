import { existsSync } from 'node:fs';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests, SilentReporter } from '@vscode/test-electron';
import { buildInHostTests } from './host/in-host-tests.ts';
import { repositoryRoot } from './host/repository.ts';
import { copyWorkspace, createTemporaryFolder } from './host/temporary-folder.ts';

/**
 * `npm run test:electron`: the in-host tests in a desktop VS Code. `VSCODE_PATH` names its executable;
 * otherwise the release `VSCODE_VERSION`, or the newest stable one, is downloaded.
 */
process.exitCode = await testInDesktop();

async function testInDesktop(): Promise<number> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return giveUp(
      'Desktop VS Code needs a display: run `xvfb-run -a npm run test:electron`, or use `npm run test:e2e`.',
    );
  }
  let executable = process.env.VSCODE_PATH;
  if (executable !== undefined && !existsSync(executable)) {
    return giveUp(`VSCODE_PATH is ${executable}, which does not exist.`);
  }
  try {
    executable ??= await download();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return giveUp(
      `VS Code could not be downloaded (${reason}): set VSCODE_PATH to the executable of an installed one.`,
    );
  }

  const tests = await buildInHostTests();
  const folder = await createTemporaryFolder();
  try {
    const fixture = path.join(repositoryRoot, 'test/fixtures/two-folders');
    const workspace = await copyWorkspace(fixture, path.join(folder.path, 'workspace'));
    const home = await copyWorkspace(undefined, path.join(folder.path, 'home'));
    return await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: repositoryRoot,
      extensionTestsPath: tests,
      extensionTestsEnv: { HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: undefined },
      launchArgs: [
        path.join(workspace, 'two-folders.code-workspace'),
        '--disable-extensions',
        '--disable-workspace-trust',
        '--skip-welcome',
        `--user-data-dir=${path.join(folder.path, 'user-data')}`,
        // Electron does not run as root with its sandbox, and containers run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  } finally {
    await folder.remove();
  }
}

function download(): Promise<string> {
  return downloadAndUnzipVSCode({
    version: process.env.VSCODE_VERSION ?? 'stable',
    cachePath: path.join(repositoryRoot, '.vscode-test'),
    reporter: new SilentReporter(),
  });
}

function giveUp(reason: string): number {
  console.error(reason);
  return 1;
}
