import type { FileSystem } from '../../platform/file-system.ts';
import type { RuleId } from '../../rules/rule-id.ts';
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

/** Settings of all files or of some. */
export interface SettingsLayer extends ConfiguredSettings {
  /** Where they are: the path of a file, or the name of a preset. */
  readonly source: string;
  /** The keys that lead to them there. */
  readonly keys: readonly string[];
  /** Globs of the files that they are for; undefined for all. */
  readonly files?: readonly string[];
}

/** A valid configuration, with everything that it extends. */
export interface Configuration {
  /** The file that contains it. */
  readonly path: string;
  /** The folder that the globs are relative to, also those of what it extends. */
  readonly folder: string;
  /** Globs of files and folders that are not checked at all. */
  readonly exclude: readonly string[];
  /** Its settings; a later one wins over an earlier one. */
  readonly layers: readonly SettingsLayer[];
}

/** A configuration as its file has it. */
export interface ConfigurationFile extends Configuration {
  /** The presets, files and packages that it extends. */
  readonly extends: readonly string[];
}

/**
 * Reads the text of a configuration, without what it extends.
 *
 * @param path the file: a package.json contains it under `skillwright`, any other file is the configuration
 * @param folder what the globs are relative to
 * @returns undefined for a package.json without the key
 * @throws {ConfigurationError} with a message for the user
 */
export function parseConfiguration(text: string, path: string, folder: string): ConfigurationFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigurationError(path, `is not valid JSON: ${(error as Error).message}`);
  }
  const keys: string[] = [];
  if (isPackage(path)) {
    value = (value as Record<string, unknown> | null)?.[packageKey];
    if (value === undefined) return undefined;
    keys.push(packageKey);
  }
  const { settings, rest } = readSettings(value, path, '', ['$schema', 'extends', 'exclude', 'overrides']);
  readString(rest.$schema, path, '$schema');
  return {
    path,
    folder,
    extends: readExtends(rest.extends, path),
    exclude: readGlobs(rest.exclude, path, 'exclude') ?? [],
    layers: [{ ...settings, source: path, keys }, ...readOverrides(rest.overrides, path, keys)],
  };
}

function isPackage(path: string): boolean {
  return /(^|\/)package\.json$/.test(path);
}

function readExtends(value: unknown, path: string): readonly string[] {
  if (value === undefined) return [];
  const names = typeof value === 'string' ? [value] : value;
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw new ConfigurationError(path, '`extends` must be a string or a list of strings');
}

function readOverrides(value: unknown, path: string, keys: readonly string[]): SettingsLayer[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ConfigurationError(path, '`overrides` must be a list');
  return value.map((item, index) => {
    const where = `overrides[${index}]`;
    const { settings, rest } = readSettings(item, path, where, ['files']);
    const files = readGlobs(rest.files, path, `${where}.files`);
    if (!files?.length) throw new ConfigurationError(path, `\`${where}.files\` must contain at least one glob pattern`);
    return { ...settings, source: path, keys: [...keys, 'overrides', String(index)], files };
  });
}

/**
 * The configuration that is directly in a folder, without what it extends.
 *
 * @param tell called with notes for the user about unreadable files that may contain a configuration
 * @throws {ConfigurationError}
 */
export async function readConfigurationIn(
  folder: string,
  files: FileSystem,
  tell: (message: string) => void,
): Promise<ConfigurationFile | undefined> {
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

/** The keys that lead to the settings of a configuration's own file in which the level of a rule for a file is set last. */
export function lastSettingOf(rule: RuleId, path: string, configuration: Configuration): readonly string[] {
  const own = configuration.layers.filter(({ source }) => source === configuration.path);
  const isSetIn = ({ rules, files }: SettingsLayer) => files !== undefined && rules?.[rule] !== undefined;
  return (layersOf(path, { ...configuration, layers: own }).findLast(isSetIn) ?? own[0])?.keys ?? [];
}

/** The settings of a configuration that are for a file; a later one wins over an earlier one. */
export function layersOf(path: string, { folder, layers }: Configuration): readonly SettingsLayer[] {
  return layers.filter(({ files }) => files === undefined || isMeantBy(path, folder, files));
}

/** The settings of one file: `base`, changed by the configuration. */
export function configuredSettings(
  base: CheckSettings,
  configuration: Configuration | undefined,
  path: string,
): CheckSettings {
  if (!configuration) return base;
  let { runtime, targets } = base;
  const levels = { ...base.levels };
  const ruleOptions = { ...base.ruleOptions };
  for (const settings of layersOf(path, configuration)) {
    runtime = settings.runtime ?? runtime;
    targets = settings.targets ?? targets;
    Object.assign(levels, settings.rules);
    Object.assign(ruleOptions, settings.ruleOptions);
  }
  return { ...base, runtime, targets, levels, ruleOptions };
}
