import { basename } from 'node:path';
import { defaultSettings } from '../features/check/check-file.ts';
import { type Configuration, parseConfiguration } from '../features/check/configuration.ts';
import { orRefusal } from '../features/check/configuration-values.ts';
import { withExtended } from '../features/check/extended-configuration.ts';
import { fileSettings, type Preferences } from '../features/check/file-settings.ts';
import { configurationFinder } from '../features/check/find-configuration.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { memoisingFileSystem } from '../platform/file-systems/memoising-file-system.ts';
import type { Refusal } from '../platform/refusal.ts';
import type { CheckOptions } from './check/check-options.ts';
import { UsageError } from './exit-code.ts';
import { absolutePath, type FolderSession, readSession, type SessionOptions } from './session-options.ts';
import { printLine } from './terminal/terminal.ts';

/** The command line's settings for all files. */
export function preferencesOf({
  runtime,
  target,
  rule,
}: Pick<CheckOptions, 'runtime' | 'target'> & Partial<Pick<CheckOptions, 'rule'>>): Preferences {
  return { settings: defaultSettings, options: { runtime, targets: target, levels: rule } };
}

/**
 * The configuration of files: `--config`, else the nearest one above the file, else that of the session
 * directory.
 *
 * @param tell called with notes for the user that do not affect the outcome
 */
export async function configurationLookup(
  { config }: Pick<SessionOptions, 'config'>,
  { folder }: FolderSession,
  files: FileSystem,
  tell: (message: string) => void = printLine,
): Promise<(path: string) => Promise<Configuration | undefined>> {
  const chosen = config === undefined ? undefined : await readChosen(absolutePath(folder, config), folder, files, tell);
  const find = configurationFinder(files, tell);
  return async (path) => chosen ?? usable(await find(path)) ?? usable(await find(`${folder}/`));
}

function usable<Found extends object>(found: Found | Refusal | undefined): Found | undefined {
  if (found && 'problem' in found) throw new UsageError(found.problem);
  return found;
}

/** The configuration named on the command line; its globs are relative to the session directory. */
async function readChosen(
  path: string,
  folder: string,
  files: FileSystem,
  tell: (message: string) => void,
): Promise<Configuration | undefined> {
  const bytes = await files.readFile(path);
  if (!bytes) {
    const reason = (await files.whyUnreadable(path, 'file')) ?? 'no such file';
    throw new UsageError(`The configuration cannot be read: ${path} (${reason})`);
  }
  const read = async () => {
    const configuration = parseConfiguration(new TextDecoder().decode(bytes), path, folder);
    if (!configuration) throw new UsageError(`${basename(path)} has no key \`skillwright\`: ${path}`);
    return withExtended(configuration, files, tell);
  };
  return usable(await orRefusal(read));
}

/** The session with the runtime that its directory's configuration names, unless the command line names one. */
export async function configuredSession<Options extends SessionOptions>(
  options: Options,
  session: FolderSession,
  tell?: (message: string) => void,
): Promise<FolderSession> {
  const path = `${session.folder}/`;
  const configurationOf = await configurationLookup(options, session, session.files, tell);
  const { settings, isExcluded } = fileSettings(path, await configurationOf(path), preferencesOf(options));
  return isExcluded ? session : { ...session, runtime: settings.runtime };
}

/** Where a session is read from, and who is told what does not affect the outcome. */
export interface SessionSource {
  readonly files: FileSystem;
  readonly tell?: (message: string) => void;
}

/** The session of the options with the runtime that is configured for it. */
export async function sessionFrom(options: SessionOptions, { files, tell }: SessionSource): Promise<FolderSession> {
  return configuredSession(options, await readSession(options, memoisingFileSystem(files)), tell);
}
