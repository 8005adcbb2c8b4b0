import type { Tier } from '../../../catalog/catalog-skill.ts';
import type { OtherSkill } from '../../../catalog/file/catalog-location.ts';
import { textRange } from '../../../document/text/text-range.ts';
import { isInside } from '../../../platform/paths.ts';
import type { RelatedLocation, RuleContext } from '../../rule.ts';

const tiers: Readonly<Record<Tier, string>> = {
  managed: 'managed ',
  user: 'user’s ',
  project: 'project’s ',
  nested: 'nested project’s ',
  added: 'added folder’s ',
  command: '',
  plugin: 'plugin’s ',
};

/** Another skill for a sentence: its owner and its location. */
export function inWordsWithPath({ kind, tier, shownPath }: OtherSkill): string {
  return `the ${tiers[tier]}${kind} \`${shownPath}\``;
}

/** The other skill's file, for the finding's related locations. */
export function relatedSkill({ path }: OtherSkill, message: string): RelatedLocation {
  return { path, range: textRange(0, 0), message };
}

/**
 * Whether two skills share a name by design: plugins have names of their own, so if one release of a plugin hides a
 * skill of another, that is not a mistake.
 */
export function isOtherPlugins({ file }: RuleContext, other: OtherSkill): boolean {
  return file.place === 'plugin' && other.tier === 'plugin' && !isInside(other.path, file.pluginRoot);
}
