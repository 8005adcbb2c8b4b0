import type { Reference } from '../../../catalog/file/references.ts';
import { pathMentions } from '../../../document/markdown/path-mentions.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once-per.ts';
import { partsInside } from '../../../platform/paths.ts';
import type { RuleContext } from '../../rule.ts';

/** A Markdown file of a skill, and where its text names it first. */
interface NamedReference extends Reference {
  readonly range: TextRange;
}

/** The Markdown files that a skill names, in the order of its text. */
export const namedReferences = oncePer(({ document, file }: RuleContext): readonly NamedReference[] => {
  if (!file.references?.length || file.insideSkill || file.misplaced) return [];
  const unseen = new Map(file.references.map((reference) => [reference.path, reference]));
  const found: NamedReference[] = [];
  for (const { path, range } of pathMentions(document)) {
    const inside = partsInside(path)?.join('/');
    const reference = inside === undefined ? undefined : unseen.get(inside);
    if (!reference) continue;
    unseen.delete(reference.path);
    found.push({ ...reference, range });
  }
  return found;
});
