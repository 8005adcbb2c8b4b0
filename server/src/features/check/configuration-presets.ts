import type { Level, RuleLevels } from '../../rules/rule.ts';
import type { SettingsLayer } from './configuration.ts';
import type { ConfiguredSettings } from './configuration-values.ts';
import { documentedRules } from './documented-rules.ts';

/** Names for `extends` that are neither files nor packages. */
const presets = {
  /** Every rule at its own level, whatever levels the user's settings have. */
  'skillwright:recommended': (): ConfiguredSettings => ({ rules: levelsOf((level) => level) }),
  /** Nothing that is reported is only a hint. Rules that a team has to choose stay off. */
  'skillwright:strict': (): ConfiguredSettings => ({
    rules: levelsOf((level) => (level === 'information' || level === 'hint' ? 'warning' : level)),
  }),
  /** For skills that others install, wherever they run them. */
  'skillwright:publish': (): ConfiguredSettings => ({
    targets: ['agentskills', 'claude-api', 'plugin-directory'],
    rules: {
      'attachment-missing': 'error',
      'license-missing': 'warning',
      'link-broken': 'error',
      'link-outside': 'error',
      'script-missing': 'error',
      'template-unfilled': 'error',
      'text-secret': 'error',
    },
  }),
};

type Preset = keyof typeof presets;

export const presetNames = Object.keys(presets) as readonly Preset[];

export function isPreset(name: string): name is Preset {
  return Object.hasOwn(presets, name);
}

/** The settings of a preset, for all files. */
export function presetLayer(name: Preset): SettingsLayer {
  return { ...presets[name](), source: name, keys: [] };
}

function levelsOf(level: (byDefault: Level) => Level): RuleLevels {
  return Object.fromEntries(documentedRules.map((rule) => [rule.id, level(rule.level)]));
}
