import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { TargetId } from '../dialect/consumer-id.ts';
import { isRuntimeId, isTargetId, RUNTIMES, TARGETS } from '../dialect/targets.ts';
import type { RuntimeId } from '../document/runtime-id.ts';
import type { Environment } from '../platform/environment.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { nodeEnvironment } from '../platform/node/node-environment.ts';
import { WrongUse } from './exit-code.ts';

/** The options that stand for a session of Claude Code, as commander hands them over. */
export interface SessionOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly managed?: string;
  readonly addDir?: readonly string[];
  readonly pluginDir?: readonly string[];
  readonly runtime?: RuntimeId;
  readonly target?: readonly TargetId[];
  readonly config?: string;
}

/** The session that a command looks at. Paths are absolute, with `/`. */
export interface Session {
  /** The session directory, without links: what the client would be started in. */
  readonly folder: string;
  readonly environment: Environment;
  readonly addedFolders: readonly string[];
  readonly pluginFolders: readonly string[];
}

/** Adds the options that every command over skills has. */
export function addSessionOptions(command: Command): Command {
  return command
    .option('--cwd <dir>', 'session directory (default: the current one)')
    .option('--home <dir>', "the user's home (default: yours)")
    .option('--managed <dir>', "managed directory (default: the system's)")
    .option('--add-dir <dir>', 'folder added to the session; repeatable', collect)
    .option('--plugin-dir <dir>', 'plugin loaded from a folder; repeatable', collect)
    .option('--runtime <id>', `whose rules apply: ${listIds(RUNTIMES)}`, parseRuntime)
    .option('--target <name>', `another consumer to satisfy, repeatable: ${listIds(TARGETS)}`, collectTarget)
    .option('--config <file>', 'configuration file (default: the nearest above each file)');
}

/** Makes the paths of the options absolute and looks whether the session directory is there. */
export async function readSession(options: SessionOptions, files: FileSystem): Promise<Session> {
  const given = absolutePath(process.cwd(), options.cwd ?? '.');
  const folder = await files.realPath(given);
  if (folder === undefined || (await files.typeOf(folder)) !== 'folder') throw new WrongUse(`No such folder: ${given}`);
  const absolute = (path: string) => absolutePath(folder, path);
  return {
    folder,
    environment: {
      home: options.home === undefined ? nodeEnvironment.home : absolute(options.home),
      managed: options.managed === undefined ? nodeEnvironment.managed : absolute(options.managed),
      variable: nodeEnvironment.variable,
    },
    addedFolders: (options.addDir ?? []).map(absolute),
    pluginFolders: (options.pluginDir ?? []).map(absolute),
  };
}

/** A path of the command line or the system as the core has it: absolute, with `/` and none at its end. */
export function absolutePath(from: string, path: string): string {
  const absolute = resolve(from, path);
  return process.platform === 'win32' ? absolute.replaceAll('\\', '/') : absolute;
}

/** For options that may be given more than once. */
function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function parseRuntime(value: string): RuntimeId {
  if (isRuntimeId(value)) return value;
  throw new InvalidArgumentError(`Allowed choices are ${listIds(RUNTIMES)}.`);
}

function collectTarget(value: string, previous: readonly TargetId[] = []): readonly TargetId[] {
  if (isTargetId(value)) return previous.includes(value) ? previous : [...previous, value];
  throw new InvalidArgumentError(`Allowed choices are ${listIds(TARGETS)}.`);
}

function listIds(consumers: readonly { readonly id: string }[]): string {
  return consumers.map(({ id }) => id).join(', ');
}
