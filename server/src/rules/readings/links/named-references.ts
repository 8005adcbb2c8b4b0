import type { Reference } from '../../../catalog/file/references.ts';
import { pathMentions } from '../../../document/markdown/path-mentions.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once-per.ts';
import { partsInside } from '../../../platform/paths.ts';
import type { RuleContext } from '../../rule.ts';

/** A Markdown file of a skill, and where its text names it. */
export interface NamedReference extends Reference {
  /** The first place. */
  readonly range: TextRange;
  readonly mentions: readonly TextRange[];
}

/** The Markdown files that a skill names, in the order of its text. */
export const namedReferences = oncePer(({ document, file }: RuleContext): readonly NamedReference[] => {
  if (!file.references?.length || file.insideSkill || file.misplaced) return [];
  const byPath = new Map(file.references.map((reference) => [reference.path, reference]));
  const found = new Map<string, TextRange[]>();
  for (const { path, range } of pathMentions(document)) {
    const inside = partsInside(path)?.join('/');
    if (inside === undefined || !byPath.has(inside)) continue;
    const mentions = found.get(inside);
    if (mentions) mentions.push(range);
    else found.set(inside, [range]);
  }
  return [...found].map(([path, mentions]) => ({ ...byPath.get(path)!, range: mentions[0]!, mentions }));
});
