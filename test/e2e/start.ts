import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { HostUnavailableError } from '../host/host-packages.mjs';
import { installHost } from './host/installation.ts';
import { repositoryRoot } from './host/repository.ts';
import { startServer } from './host/server.ts';
import { userSettings } from './host/settings.ts';
import { copyWorkspace, createTemporaryFolder } from './host/temporary-folder.ts';
import { workbenchAddress } from './host/workbench-address.ts';

/**
 * `npm start`: a VS Code with the built extension and a copy of the sample workspace, until Ctrl-C. A desktop
 * VS Code on the PATH is used; otherwise one from npm opens in the browser. `npm start -- --web`
 * uses the latter.
 */
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
const folder = await createTemporaryFolder();
try {
  const workspace = await copyWorkspace(
    path.join(repositoryRoot, 'test/fixtures/sample-workspace'),
    path.join(folder.path, 'sample-workspace'),
  );
  const desktop = process.argv.includes('--web') ? undefined : findDesktop();
  await (desktop === undefined ? openEmbedded(workspace) : openDesktop(desktop, workspace));
} catch (error) {
  if (!(error instanceof HostUnavailableError)) {
    throw error;
  }
  console.error(
    `${error.message}\nOr install VS Code from https://code.visualstudio.com, with its \`code\` command on the PATH.`,
  );
  process.exitCode = 1;
} finally {
  await folder.remove();
}

/** The desktop VS Code on the PATH. Inside the terminal of a remote window `code` cannot open another one. */
function findDesktop(): string | undefined {
  if (process.env.VSCODE_IPC_HOOK_CLI !== undefined) {
    return undefined;
  }
  const command = process.platform === 'win32' ? 'code.cmd' : 'code';
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((directory) => path.join(directory, command))
    .find((candidate) => existsSync(candidate));
}

async function openDesktop(executable: string, workspace: string): Promise<void> {
  const codeArguments = ['--new-window', '--wait', `--extensionDevelopmentPath=${repositoryRoot}`, workspace];
  const windows = process.platform === 'win32';
  const quoted = windows ? codeArguments.map((argument) => `"${argument}"`) : codeArguments;
  const code = spawn(windows ? `"${executable}"` : executable, quoted, { stdio: 'inherit', shell: windows });
  console.log(`VS Code opens ${workspace}; close its window or press Ctrl-C here to end.`);
  await Promise.race([interrupted, once(code, 'exit')]);
  code.kill();
}

async function openEmbedded(workspace: string): Promise<void> {
  const installation = await installHost('all');
  const dataFolder = path.join(folder.path, 'vscode');
  await mkdir(dataFolder);
  const server = await startServer({
    installation,
    dataFolder,
    settings: userSettings('dark', {}),
    extension: { folder: repositoryRoot },
    workspaceTrust: true,
    inHostTests: false,
    port: undefined,
    environment: {},
  });
  try {
    console.log(`Skillwright runs at ${workbenchAddress(server.address, workspace)} until you press Ctrl-C.`);
    await interrupted;
  } finally {
    await server.stop();
  }
}
