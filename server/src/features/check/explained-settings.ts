import type { TargetId } from '../../dialect/consumer-id.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { Level, OptionValue } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { type Configuration, layersOf, type SettingsLayer } from './configuration.ts';
import { documentedRules } from './documented-rules.ts';
import { fileSettings, type Preferences } from './file-settings.ts';

/** A value and what set it. */
export interface Explained<Value> {
  readonly value: Value;
  readonly source: SettingSource;
}

/** The path of a file or the name of a preset, with the keys that lead to the setting there. */
export type SettingSource = 'default' | 'option' | Pick<SettingsLayer, 'source' | 'keys'>;

/** The settings of a file, each with what set it. */
export interface ExplainedSettings {
  readonly isExcluded: boolean;
  readonly runtime: Explained<RuntimeId>;
  readonly targets: Explained<readonly TargetId[]>;
  /** The level of every rule, in the order of the documentation. */
  readonly rules: ReadonlyMap<RuleId, Explained<Level>>;
  /** The options of the rules for which any are set. */
  readonly ruleOptions: ReadonlyMap<RuleId, Explained<Readonly<Record<string, OptionValue>>>>;
}

/** Says what set each of the settings of one file; the values are those of {@link fileSettings}. */
export function explainSettings(
  path: string,
  configuration: Configuration | undefined,
  preferences: Preferences,
): ExplainedSettings {
  const { settings, isExcluded } = fileSettings(path, configuration, preferences);
  const { options = {} } = preferences;
  const layers = configuration ? layersOf(path, configuration) : [];
  const sourceOf = (isOption: boolean, isSet: (layer: SettingsLayer) => boolean, key: string): SettingSource => {
    if (isOption) return 'option';
    const layer = layers.findLast(isSet);
    return layer ? { source: layer.source, keys: [...layer.keys, key] } : 'default';
  };
  return {
    isExcluded,
    runtime: {
      value: settings.runtime,
      source: sourceOf(options.runtime !== undefined, ({ runtime }) => runtime !== undefined, 'runtime'),
    },
    targets: {
      value: settings.targets,
      source: sourceOf(options.targets !== undefined, ({ targets }) => targets !== undefined, 'targets'),
    },
    rules: new Map(
      documentedRules.map(({ id, level }) => [
        id,
        {
          value: settings.levels[id] ?? level,
          source: sourceOf(options.levels?.[id] !== undefined, ({ rules }) => rules?.[id] !== undefined, 'rules'),
        },
      ]),
    ),
    ruleOptions: new Map(
      (Object.entries(settings.ruleOptions ?? {}) as [RuleId, Record<string, OptionValue>][]).map(([id, value]) => [
        id,
        { value, source: sourceOf(false, ({ ruleOptions }) => ruleOptions?.[id] !== undefined, 'ruleOptions') },
      ]),
    ),
  };
}
