import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf } from '../../platform/paths.ts';
import type { CheckSettings } from './check-file.ts';
import {
  ConfigurationError,
  type ConfiguredSettings,
  readGlobs,
  readSettings,
  readString,
} from './configuration-values.ts';
// The globs of `overrides` are matched like those of `exclude`.
import { isExcluded as isMeantBy } from './exclude-globs.ts';

/** The file that contains only a configuration. */
export const configurationFileName = 'skillwright.config.json';

/** The key of a package.json that contains one instead. */
const packageKey = 'skillwright';

/** A valid configuration file. */
export interface Configuration extends ConfiguredSettings {
  /** The file that contains it. */
  readonly path: string;
  /** The folder that the globs are relative to. */
  readonly folder: string;
  /** Globs of files and folders that are not checked at all. */
  readonly exclude: readonly string[];
  /** Settings of some files; a later one wins over an earlier one. */
  readonly overrides: readonly (ConfiguredSettings & { readonly files: readonly string[] })[];
}

/**
 * Reads a configuration.
 *
 * @param path the file: a package.json contains it under `skillwright`, any other file is the configuration
 * @param folder what the globs are relative to
 * @returns undefined for a package.json without the key
 * @throws {ConfigurationError} with a message for the user
 */
export function parseConfiguration(text: string, path: string, folder: string): Configuration | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigurationError(path, `is not valid JSON: ${(error as Error).message}`);
  }
  if (/(^|\/)package\.json$/.test(path)) {
    value = (value as Record<string, unknown> | null)?.[packageKey];
    if (value === undefined) return undefined;
  }
  const { settings, rest } = readSettings(value, path, '', ['$schema', 'exclude', 'overrides']);
  readString(rest.$schema, path, '$schema');
  return {
    ...settings,
    path,
    folder,
    exclude: readGlobs(rest.exclude, path, 'exclude') ?? [],
    overrides: readOverrides(rest.overrides, path),
  };
}

function readOverrides(value: unknown, path: string): Configuration['overrides'] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ConfigurationError(path, '`overrides` must be a list');
  return value.map((item, index) => {
    const where = `overrides[${index}]`;
    const { settings, rest } = readSettings(item, path, where, ['files']);
    const files = readGlobs(rest.files, path, `${where}.files`);
    if (!files?.length) throw new ConfigurationError(path, `\`${where}.files\` must contain at least one glob pattern`);
    return { ...settings, files };
  });
}

/**
 * Finds the configuration of files: the nearest skillwright.config.json, or package.json with the key `skillwright`,
 * in the file's folder or above it, up to the repository's root. Every folder is read once.
 *
 * @param tell called with notes for the user about unreadable files that may contain a configuration
 */
export function configurationFinder(
  files: FileSystem,
  tell: (message: string) => void = () => {},
): (path: string) => Promise<Configuration | undefined> {
  const found = new Map<string, Promise<Configuration | undefined>>();
  const inOrAbove = (folder: string): Promise<Configuration | undefined> => {
    let answer = found.get(folder);
    if (!answer) {
      answer = lookUp(folder);
      found.set(folder, answer);
    }
    return answer;
  };
  const lookUp = async (folder: string): Promise<Configuration | undefined> => {
    // Not the list of the folder: above a project it is long, and changes with everything that users do.
    const own = await readConfigurationIn(folder, files, tell);
    if (own || !folder.includes('/') || (await files.typeOf(`${folder}/.git`)) !== undefined) return own;
    return inOrAbove(folderOf(folder));
  };
  return (path) => inOrAbove(folderOf(path));
}

async function readConfigurationIn(
  folder: string,
  files: FileSystem,
  tell: (message: string) => void,
): Promise<Configuration | undefined> {
  for (const name of [configurationFileName, 'package.json']) {
    const path = `${folder}/${name}`;
    if ((await files.typeOf(path)) === undefined) continue;
    const bytes = await files.readFile(path);
    if (!bytes) {
      const reason = await files.whyUnreadable(path, 'file');
      if (reason === undefined) continue;
      if (name === configurationFileName) throw new ConfigurationError(path, `cannot be read (${reason})`);
      tell(`Configuration not read: ${path} (${reason})`);
      continue;
    }
    const text = new TextDecoder().decode(bytes);
    // A broken package.json is not reported here.
    if (name === 'package.json' && !text.includes(`"${packageKey}"`)) continue;
    const configuration = parseConfiguration(text, path, folder);
    if (configuration) return configuration;
  }
  return undefined;
}

/** The keys that lead to a configuration in its file. */
export function configurationKeys({ path }: Configuration): readonly string[] {
  return /(^|\/)package\.json$/.test(path) ? [packageKey] : [];
}

/** The keys that lead from a configuration to the settings in which the level of a rule for a file is set last. */
export function lastSettingOf(rule: string, path: string, { overrides, folder }: Configuration): readonly string[] {
  const last = overrides.findLastIndex(
    ({ files, rules }) => rules?.[rule] !== undefined && isMeantBy(path, folder, files),
  );
  return last < 0 ? [] : ['overrides', String(last)];
}

/** The settings of one file: `base`, changed by the configuration. */
export function configuredSettings(
  base: CheckSettings,
  configuration: Configuration | undefined,
  path: string,
): CheckSettings {
  if (!configuration) return base;
  const { folder, overrides } = configuration;
  let { runtime, targets } = base;
  const levels = { ...base.levels };
  const ruleOptions = { ...base.ruleOptions };
  for (const settings of [configuration, ...overrides.filter(({ files }) => isMeantBy(path, folder, files))]) {
    runtime = settings.runtime ?? runtime;
    targets = settings.targets ?? targets;
    Object.assign(levels, settings.rules);
    Object.assign(ruleOptions, settings.ruleOptions);
  }
  return { ...base, runtime, targets, levels, ruleOptions };
}
