import type { Tier } from '../../catalog/catalog-skill.ts';
import type { OtherSkill } from '../../catalog/file/catalog-place.ts';
import { textRange } from '../../document/text-range.ts';
import type { RelatedPlace, RuleContext } from '../rule.ts';

const tiers: Readonly<Record<Tier, string>> = {
  managed: 'managed ',
  user: 'user’s ',
  project: 'project’s ',
  nested: 'nested project’s ',
  added: 'added folder’s ',
  command: '',
  plugin: 'plugin’s ',
};

/** Another skill for a sentence: whose it is and where. */
export function inWordsWithPath({ kind, tier, path }: OtherSkill): string {
  return `the ${tiers[tier]}${kind} \`${path}\``;
}

/** The other skill's file, beside the finding. */
export function relatedSkill({ path }: OtherSkill, message: string): RelatedPlace {
  return { path, range: textRange(0, 0), message };
}

/**
 * Whether two skills meet by design: plugins have names of their own, so what one release of a plugin hides of another
 * is nobody's mistake.
 */
export function isOtherPlugins({ file }: RuleContext, other: OtherSkill): boolean {
  return file.place === 'plugin' && other.tier === 'plugin' && !other.path.startsWith(`${file.pluginRoot}/`);
}
