import { isAbsolute, posix, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ALL_SETTING_SOURCES, type Session, type SettingScope } from '../catalog/session.ts';
import type { TargetId } from '../dialect/consumer-id.ts';
import { DEFAULT_RUNTIME } from '../dialect/runtimes/capabilities.ts';
import { isRuntimeId, isTargetId, RUNTIMES, SELECTABLE_TARGETS } from '../dialect/targets.ts';
import type { RuntimeId } from '../document/runtime-id.ts';
import type { Environment } from '../platform/environment.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { nodeEnvironment } from '../platform/node/node-environment.ts';
import { isTooDeep, slashedPath } from '../platform/slashed-path.ts';
import { UsageError } from './exit-code.ts';
import { tooDeep } from './files/discover-files.ts';

/** The options that describe a session of Claude Code, as commander passes them. */
export interface SessionOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly managed?: string;
  readonly addDir?: readonly string[];
  readonly pluginDir?: readonly string[];
  readonly runtime?: RuntimeId;
  readonly target?: readonly TargetId[];
  readonly config?: string;
  readonly model?: string;
  readonly settingSources?: readonly SettingScope[];
  readonly touched?: readonly string[];
}

/** The session of a command: its folder exists and is a real path. Paths are absolute, with `/`. */
export interface FolderSession extends Session {
  readonly folder: string;
}

/** Adds the options of every command about skills. */
export function addSessionOptions(command: Command): Command {
  return command
    .option('--cwd <dir>', 'session directory (default: the current one)')
    .option('--home <dir>', "the user's home (default: yours)")
    .option('--managed <dir>', "managed directory (default: the system's)")
    .option('--add-dir <dir>', 'folder added to the session; repeatable', collect)
    .option('--plugin-dir <dir>', 'plugin loaded from a folder; repeatable', collect)
    .option('--runtime <id>', `Claude Code release whose rules apply: ${listIds(RUNTIMES)}`, parseRuntime)
    .option(
      '--target <name>',
      `another program that must accept the files, repeatable: ${listIds(SELECTABLE_TARGETS)}`,
      collectTarget,
    )
    .option('--config <file>', 'configuration file (default: the nearest one above each file)');
}

export function addCatalogOptions(command: Command): Command {
  return addSessionOptions(command)
    .option(
      '--model <name>',
      "the session's model, which determines the default budget (default: Claude Code's default)",
    )
    .option(
      '--setting-sources <list>',
      'setting scopes to read: user,project,local (default: all)',
      parseSettingSources,
    )
    .option(
      '--touched <file>',
      'assume that Claude has read this file, for `paths` and nested skills; repeatable',
      collect,
    );
}

/**
 * Makes the paths of the options absolute and checks that they exist: Claude Code would ignore a missing one, and a typing
 * error would go unnoticed.
 *
 * @throws {UsageError} for the first one that does not exist
 */
export async function readSession(
  options: SessionOptions,
  files: FileSystem,
  environment: Environment = nodeEnvironment,
): Promise<FolderSession> {
  const given = fromCurrentFolder(options.cwd ?? '.');
  if (isTooDeep(given)) throw new UsageError(tooDeep(given));
  const folder = await files.realPath(given);
  if (folder === undefined || (await files.typeOf(folder)) !== 'folder')
    throw new UsageError(`No such folder: ${given}`);
  const session = sessionIn(folder, options, files, environment);
  const named = [
    ...(options.home === undefined ? [] : [['--home', session.environment.home!]]),
    ...(options.managed === undefined ? [] : [['--managed', session.environment.managed!]]),
    ...session.addedFolders.map((path) => ['--add-dir', path]),
    ...session.pluginFolders.map((path) => ['--plugin-dir', path]),
  ];
  for (const [option, path] of named) {
    if ((await files.typeOf(path!)) !== 'folder') throw new UsageError(`No such folder: ${path} (${option})`);
  }
  for (const path of session.touchedFiles) {
    if ((await files.typeOf(path)) !== 'file') throw new UsageError(`No such file: ${path} (--touched)`);
  }
  return session;
}

function sessionIn(
  folder: string,
  options: SessionOptions,
  files: FileSystem,
  environment: Environment,
): FolderSession {
  const absolute = (path: string) => absolutePath(folder, path);
  return {
    folder,
    files,
    runtime: options.runtime ?? DEFAULT_RUNTIME,
    model: options.model,
    settingSources: options.settingSources ?? ALL_SETTING_SOURCES,
    touchedFiles: (options.touched ?? []).map(absolute),
    environment: {
      home: options.home === undefined ? environment.home : fromCurrentFolder(options.home),
      managed: options.managed === undefined ? environment.managed : fromCurrentFolder(options.managed),
      variable: environment.variable,
      ...(environment.now && { now: environment.now }),
    },
    addedFolders: (options.addDir ?? []).map(absolute),
    addedAs: relativePaths(options.addDir ?? [], absolute),
    pluginFolders: (options.pluginDir ?? []).map(absolute),
  };
}

/** The relative ones of the paths, without `./` and a `/` at the end, by the folders that they lead to. */
export function relativePaths(
  paths: readonly string[],
  absolute: (path: string) => string,
): ReadonlyMap<string, string> {
  const relative = paths.filter((path) => !isAbsolute(path));
  return new Map(relative.map((path) => [absolute(path), posix.join(slashedPath(path), '.').replace(/\/$/, '')]));
}

/** A path of the command line that depends on where the command was started. */
function fromCurrentFolder(path: string): string {
  let current: string;
  try {
    current = process.cwd();
  } catch {
    if (!isAbsolute(path)) throw new UsageError('The current folder no longer exists; change to another folder');
    current = '/';
  }
  return absolutePath(current, path);
}

/** A path of the command line or the system, as the core uses it: absolute, with `/` and without a trailing one. */
export function absolutePath(from: string, path: string): string {
  const absolute = resolve(from, path);
  return process.platform === 'win32' ? slashedPath(absolute) : absolute;
}

/** For options that may be given more than once. */
/** The values of an option that can be repeated. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function parseRuntime(value: string): RuntimeId {
  if (isRuntimeId(value)) return value;
  throw new InvalidArgumentError(`Allowed choices are ${listIds(RUNTIMES)}.`);
}

function collectTarget(value: string, previous: readonly TargetId[] = []): readonly TargetId[] {
  if (isTargetId(value)) return previous.includes(value) ? previous : [...previous, value];
  throw new InvalidArgumentError(`Allowed choices are ${listIds(SELECTABLE_TARGETS)}.`);
}

/** As in Claude Code: a list with commas, empty for none. */
function parseSettingSources(value: string): readonly SettingScope[] {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => name !== '' && !ALL_SETTING_SOURCES.some((scope) => scope === name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Allowed choices are ${ALL_SETTING_SOURCES.join(', ')}.`);
  return ALL_SETTING_SOURCES.filter((scope) => names.includes(scope));
}

function listIds(consumers: readonly { readonly id: string }[]): string {
  return consumers.map(({ id }) => id).join(', ');
}
