import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { HostUnavailableError } from '../../host/host-packages.mjs';
import type { HostInstallation } from './installation.ts';
import type { Settings } from './settings.ts';
import { keybindings } from './shortcuts.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** What a VS Code server is started with. */
export interface ServerOptions {
  readonly installation: HostInstallation;
  /** An empty folder for everything that this server writes: settings, extensions, log. */
  readonly dataFolder: string;
  /** The content of the user's settings.json. */
  readonly settings: Settings;
  readonly extension: InstalledExtension | undefined;
  /** Where else extensions are, besides one that is given as a folder. */
  readonly otherExtensions?: readonly string[];
  /** Whether workspace trust is at work. Without it every folder is trusted and nothing asks. */
  readonly workspaceTrust: boolean;
  /**
   * Whether a page may start tests inside the extension host. VS Code then shows no dialogs and no
   * notifications, so a window that is to be looked at must do without.
   */
  readonly inHostTests: boolean;
  /** The port to listen on; any free one if it is `undefined`. */
  readonly port: number | undefined;
  /** Variables set for VS Code and its extensions; `undefined` removes one. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Either a packed extension, as users get it, or a folder with a built one, which is faster. */
export type InstalledExtension = { readonly vsix: string } | { readonly folder: string };

/** A running VS Code server. */
export interface VsCodeServer {
  /** For example `127.0.0.1:40123`, which is also the authority of remote URIs. */
  readonly address: string;
  readonly port: number;
  /** The output of the server. */
  readonly logFile: string;
  /** The user's settings.json. VS Code reads it when a window opens and then only sees what it writes itself. */
  readonly settingsFile: string;
  stop(): Promise<void>;
}

const startTimeout = 60_000;

/** Ends the server when this process ends in any way: its standard input is then closed. */
const endWithParent = `data:text/javascript,${encodeURIComponent('process.stdin.on("end", () => process.exit()).resume();')}`;

/** Starts a VS Code server on the loopback interface and waits until it listens. */
export async function startServer(options: ServerOptions): Promise<VsCodeServer> {
  const { node, serverMain, builtInExtensions } = options.installation;
  const userData = path.join(options.dataFolder, 'user-data');
  const extensions = path.join(options.dataFolder, 'extensions');
  const settingsFile = path.join(userData, 'User', 'settings.json');

  await mkdir(path.dirname(settingsFile), { recursive: true });
  await mkdir(extensions);
  await writeFile(settingsFile, JSON.stringify(options.settings, undefined, 2));
  await writeFile(path.join(path.dirname(settingsFile), 'keybindings.json'), JSON.stringify(keybindings));

  const folders = ['--user-data-dir', userData, '--extensions-dir', extensions];
  const environment = cleanEnvironment(options.environment);
  await addExtension(options, extensions);

  const logFile = path.join(options.dataFolder, 'server.log');
  const server = spawn(
    node,
    [
      '--import',
      endWithParent,
      serverMain,
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
      '--without-connection-token',
      '--accept-server-license-terms',
      ...['--telemetry-level', 'off'],
      ...(options.inHostTests ? ['--enable-smoke-test-driver'] : []),
      ...['--builtin-extensions-dir', builtInExtensions],
      ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
      ...folders,
    ],
    { env: environment, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const log = createWriteStream(logFile);
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });

  try {
    const port = await listeningPort(server);
    return { address: `127.0.0.1:${port}`, port, logFile, settingsFile, stop: () => stop(server) };
  } catch (error) {
    await stop(server);
    throw error;
  }
}

/** Variables by which a surrounding VS Code, as in its own terminal, would leak into the one under test. */
function cleanEnvironment(changes: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name));
  return { ...Object.fromEntries(inherited), ...changes };
}

async function addExtension(
  { installation, extension, otherExtensions = [] }: ServerOptions,
  extensions: string,
): Promise<void> {
  for (const folder of otherExtensions) {
    await symlink(folder, path.join(extensions, path.basename(folder)), 'junction');
  }
  if (extension === undefined) {
    return;
  }
  if ('folder' in extension) {
    await symlink(extension.folder, path.join(extensions, 'extension-under-test'), 'junction');
    return;
  }
  await cp(await installedExtension(installation, extension.vsix), extensions, { recursive: true });
}

const installedExtensions = new Map<string, Promise<string>>();

/** A folder of extensions with this one in it. VS Code takes seconds to install it, so it does that only once. */
function installedExtension(installation: HostInstallation, vsix: string): Promise<string> {
  const installed = installedExtensions.get(vsix) ?? installExtension(installation, vsix);
  installedExtensions.set(vsix, installed);
  return installed;
}

async function installExtension({ node, serverMain }: HostInstallation, vsix: string): Promise<string> {
  const folder = (await createTemporaryFolder()).path;
  const extensions = path.join(folder, 'extensions');
  const folders = ['--user-data-dir', path.join(folder, 'user-data'), '--extensions-dir', extensions];
  const { stdout, stderr } = await promisify(execFile)(
    node,
    [serverMain, '--accept-server-license-terms', ...folders, '--install-extension', vsix],
    { env: cleanEnvironment({ HOME: folder, USERPROFILE: folder }) },
  );
  if (!stdout.includes('was successfully installed')) {
    throw new Error(`VS Code did not install ${vsix}:\n${stdout}${stderr}`);
  }
  return extensions;
}

function listeningPort(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string) =>
      reject(new HostUnavailableError(`The test VS Code ${what}:\n${output.trim().split('\n').slice(-20).join('\n')}`));
    const timer = setTimeout(() => fail(`did not listen within ${startTimeout / 1000} seconds`), startTimeout);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = output.match(/Extension host agent listening on (\d+)/)?.[1];
      if (port !== undefined) {
        clearTimeout(timer);
        resolve(Number(port));
      }
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('error', (error) => fail(`could not start (${error.message})`));
    server.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code} while starting`);
    });
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  // The server waits for its extension hosts, but a test does not have to.
  const killTimer = setTimeout(() => server.kill('SIGKILL'), 500);
  await ended;
  clearTimeout(killTimer);
}
