import type { CheckSettings } from './check-file.ts';
import { type Configuration, configuredSettings } from './configuration.ts';
import { isExcluded } from './exclude-globs.ts';

/** The user's settings for all files, which are combined with the project's for each. */
export interface Preferences {
  /** The settings that the project can override: those of an editor, or the defaults. */
  readonly settings: CheckSettings;
  /** The folder to which the `exclude` of these settings is relative; undefined if there is none. */
  readonly root?: string | undefined;
  /** The settings that override the project's: the options of a command line. */
  readonly options?: ChosenOptions;
}

/** Settings that were chosen for one run. */
type ChosenOptions = { readonly [Key in 'runtime' | 'targets' | 'levels']?: CheckSettings[Key] | undefined };

interface FileSettings {
  readonly settings: CheckSettings;
  /** Whether it is not checked at all. */
  readonly isExcluded: boolean;
}

/**
 * The settings of one file: the project's override the user's, and command line options override
 * both.
 *
 * @param configuration the project's configuration, if any
 */
export function fileSettings(
  path: string,
  configuration: Configuration | undefined,
  { settings: preferred, root, options = {} }: Preferences,
): FileSettings {
  const settings = configuredSettings(preferred, configuration, path);
  return {
    settings: {
      ...settings,
      runtime: options.runtime ?? settings.runtime,
      targets: options.targets ?? settings.targets,
      levels: { ...settings.levels, ...options.levels },
    },
    isExcluded:
      isExcluded(path, root, preferred.exclude) ||
      (configuration !== undefined && isExcluded(path, configuration.folder, configuration.exclude)),
  };
}
