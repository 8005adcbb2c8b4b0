import { basename } from 'node:path';
import { type CheckSettings, defaultSettings } from '../features/check/check-file.ts';
import {
  type Configuration,
  configurationFinder,
  configuredSettings,
  parseConfiguration,
} from '../features/check/configuration.ts';
import { isExcluded } from '../features/check/exclude-globs.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { CheckOptions } from './check-options.ts';
import { WrongUse } from './exit-code.ts';
import { absolutePath, type FolderSession, type SessionOptions } from './session-options.ts';
import { printLine } from './terminal.ts';

/**
 * How files get their settings: from `--config`, else from the nearest configuration above the file, else from that of
 * the session directory; options of the command line win over all of them. The answer is undefined for a file that is
 * excluded.
 *
 * @param tell takes what a person should know that changes nothing about the outcome
 */
export async function settingsLookup(
  {
    runtime,
    target,
    rule,
    config,
  }: Pick<CheckOptions, 'runtime' | 'target' | 'config'> & Partial<Pick<CheckOptions, 'rule'>>,
  { folder }: FolderSession,
  files: FileSystem,
  tell: (message: string) => void = printLine,
): Promise<(path: string) => Promise<CheckSettings | undefined>> {
  const chosen = config === undefined ? undefined : await readChosen(absolutePath(folder, config), folder, files);
  const find = configurationFinder(files, tell);
  return async (path) => {
    const configuration = chosen ?? (await find(path)) ?? (await find(`${folder}/`));
    if (configuration && isExcluded(path, configuration.folder, configuration.exclude)) return undefined;
    const settings = configuredSettings(defaultSettings, configuration, path);
    return {
      ...settings,
      runtime: runtime ?? settings.runtime,
      targets: target ?? settings.targets,
      levels: { ...settings.levels, ...rule },
    };
  };
}

/** The configuration named on the command line; its globs are relative to the session directory. */
async function readChosen(path: string, folder: string, files: FileSystem): Promise<Configuration> {
  const bytes = await files.readFile(path);
  if (!bytes) {
    const reason = (await files.whyUnreadable(path, 'file')) ?? 'no such file';
    throw new WrongUse(`The configuration cannot be read: ${path} (${reason})`);
  }
  const configuration = parseConfiguration(new TextDecoder().decode(bytes), path, folder);
  if (!configuration) throw new WrongUse(`${basename(path)} has no key \`skillwright\`: ${path}`);
  return configuration;
}

/** The session with the runtime that its directory's configuration names, unless the command line names one. */
export async function configuredSession<Options extends SessionOptions>(
  options: Options,
  session: FolderSession,
  tell?: (message: string) => void,
): Promise<FolderSession> {
  const settingsOf = await settingsLookup(options, session, session.files, tell);
  const settings = await settingsOf(`${session.folder}/`);
  return { ...session, runtime: settings?.runtime ?? session.runtime };
}
