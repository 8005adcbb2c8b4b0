import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { bareEnvironment, type ClientCommand } from './client-run.ts';

/** A release of Claude Code on this machine. */
export interface Release {
  readonly version: string;
  readonly command: ClientCommand;
  /** The file with the program's text. */
  readonly program: string;
}

const packageName = '@anthropic-ai/claude-code';

/** Where releases are kept: outside the repository, because each takes about 360 MB. */
export function defaultCache(): string {
  const base =
    process.platform === 'darwin'
      ? path.join(homedir(), 'Library', 'Caches')
      : (process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'));
  return path.join(base, 'skillwright', 'claude-code');
}

/** The installed copy of a release, or undefined. */
export function findRelease(version: string, cache: string): Release | undefined {
  const program = findProgram(path.join(cache, version));
  return program === undefined ? undefined : { version, program, command: commandOf(program) };
}

/** The installed copy of a release; installs it if there is none. */
export function obtainRelease(version: string, cache: string, tell: (text: string) => void): Release {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is not a version such as 2.1.7`);
  const known = findRelease(version, cache);
  if (known) return known;
  tell(`Installing ${packageName}@${version} into ${cache}…`);
  mkdirSync(cache, { recursive: true });
  // Installed next to its final folder and then moved, so that an interrupted installation is never used.
  const folder = mkdtempSync(path.join(cache, `${version}-`));
  const npm = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false'];
  execFileSync('npm', [...npm, `${packageName}@${version}`], { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
  rmSync(path.join(cache, version), { recursive: true, force: true });
  renameSync(folder, path.join(cache, version));
  const installed = findRelease(version, cache);
  if (!installed) throw new Error(`${packageName}@${version} has no program for this system`);
  return installed;
}

/** A program that is already installed. */
export function releaseAt(program: string): Release {
  const file = path.resolve(program);
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  const command = commandOf(file);
  return { version: versionOf(command), command, program: file };
}

/** The native program of this system's package, or the JavaScript file of older releases. */
function findProgram(folder: string): string | undefined {
  const scope = path.join(folder, 'node_modules', '@anthropic-ai');
  if (!existsSync(scope)) return undefined;
  const native = readdirSync(scope)
    .filter((name) => name.startsWith('claude-code-'))
    .flatMap((name) => ['claude', 'claude.exe'].map((file) => path.join(scope, name, file)));
  return [...native, path.join(scope, 'claude-code', 'cli.js')].find((file) => existsSync(file));
}

function commandOf(program: string): ClientCommand {
  return /\.[cm]?js$/.test(program) ? [process.execPath, program] : [program];
}

function versionOf([program, ...args]: ClientCommand): string {
  const home = mkdtempSync(path.join(tmpdir(), 'skillwright-version-'));
  try {
    const output = execFileSync(program, [...args, '--version'], { env: bareEnvironment(home), timeout: 60_000 });
    const [version] = /\d+\.\d+\.\d+/.exec(output.toString()) ?? [];
    if (version === undefined) throw new Error(`${program} does not tell its version`);
    return version;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
