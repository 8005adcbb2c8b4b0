import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isEveryTest } from '../../every-test.ts';
import { HostUnavailableError, installHostPackages } from '../../host/host-packages.mjs';
import { repositoryRoot } from './repository.ts';

/** A VS Code installed by npm, ready to be started. */
export interface HostInstallation {
  /** A Node.js of the release that this VS Code asks for. */
  readonly node: string;
  /** The entry of the VS Code server, which also serves the workbench to a browser. */
  readonly serverMain: string;
  /** Where the extensions are that this VS Code brings. */
  readonly builtInExtensions: string;
}

/** The packages that hold a VS Code, the release of Node.js that each asks for, and what starts its server. */
const hosts = {
  newest: {
    folder: path.join('test', 'host'),
    nodeMajorVersion: '24',
    serverMain: 'node_modules/code-server/lib/vscode/out/server-main.js',
  },
  oldest: { folder: path.join('test', 'host', 'oldest'), nodeMajorVersion: '20', serverMain: 'server-main.cjs' },
} as const;

/** Names the host that tests use: `oldest` is the oldest VS Code that npm offers and the extension supports. */
export const hostVariable = 'SKILLWRIGHT_TEST_VSCODE';

const { folder, nodeMajorVersion, serverMain } = hosts[process.env[hostVariable] === 'oldest' ? 'oldest' : 'newest'];
const hostFolder = path.join(repositoryRoot, folder);
const hostModules = path.join(hostFolder, 'node_modules');

/** The fonts of the bundled browser, from the host package. */
export const hostFonts: string = path.join(hostModules, 'dejavu-fonts-ttf', 'ttf');

/**
 * Installs the embedded VS Code from the npm registry, or does nothing when that has been done.
 *
 * The host lives in its own pinned package because it needs a newer Node.js than the project and weighs
 * as much as everything else together: `npm ci` in the repository must not pay for it.
 *
 * @param extensions which of those that VS Code brings it starts with
 */
export async function installHost(
  extensions: 'all' | 'needed' = isEveryTest ? 'all' : 'needed',
): Promise<HostInstallation> {
  await installHostPackages(hostFolder);
  const builtInExtensions = extensions === 'all' ? allExtensions : await linkBuiltInExtensions();
  return { node: findNode(), serverMain: path.join(hostFolder, serverMain), builtInExtensions };
}

const allExtensions = path.join(hostModules, 'code-server', 'lib', 'vscode', 'extensions');

/** Extensions that start with each window, or with a text of any kind, and have nothing to do with skills. */
const needless = /^(copilot|debug-auto-launch|emmet|github.*|merge-conflict|microsoft-authentication|ms-vscode\..*)$/;

/** A folder with links to the others. */
async function linkBuiltInExtensions(): Promise<string> {
  const folder = path.join(hostModules, '.skillwright-extensions');
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  await mkdir(unfinished);
  for (const name of await readdir(allExtensions)) {
    if (!needless.test(name)) await symlink(path.join(allExtensions, name), path.join(unfinished, name), 'junction');
  }
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return folder;
}

function findNode(): string {
  if (process.versions.node.startsWith(`${nodeMajorVersion}.`)) {
    return process.execPath;
  }
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const candidate = path.join(hostModules, name, 'bin', executable);
    if (existsSync(candidate)) {
      return candidate;
    }
  }
  throw new HostUnavailableError(
    `The test VS Code needs Node.js ${nodeMajorVersion}, which npm does not carry for ${platform} ${process.arch}: run this with Node.js ${nodeMajorVersion}.`,
  );
}
