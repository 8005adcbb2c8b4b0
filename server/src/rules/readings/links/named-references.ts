import type { Reference } from '../../../catalog/file/references.ts';
import { pathMentions } from '../../../document/markdown/path-mentions.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once.ts';
import { lastPart, partsInside } from '../../../platform/paths.ts';
import type { RuleContext } from '../../rule.ts';

/** A Markdown file of a skill, and where its text names it. */
export interface NamedReference extends Reference {
  /** The first place with its path. */
  readonly range: TextRange;
  /** All places, also those with its name alone, if no other file has that. */
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
  const named = namedAlone(document, [...found.keys()]);
  return [...found].map(([path, mentions]) => {
    const starts = new Set(mentions.map(({ start }) => start));
    const others = (named.get(path) ?? []).filter(({ start }) => !starts.has(start));
    return { ...byPath.get(path)!, range: mentions[0]!, mentions: [...mentions, ...others] };
  });
});

/** Where a text has the last parts of paths alone. */
function namedAlone({ text, body }: SkillDocument, paths: readonly string[]): ReadonlyMap<string, TextRange[]> {
  const byName = new Map<string, string[]>();
  for (const path of paths) byName.set(lastPart(path), [...(byName.get(lastPart(path)) ?? []), path]);
  const found = new Map<string, TextRange[]>();
  const names = text
    .slice(body.range.start, body.scanned.end)
    .matchAll(/(?<![\w./\\-])[\w.-]{1,200}(?<=\.\w{2,8})(?![\w/\\-])/g);
  for (const { 0: name, index } of names) {
    const [path, other] = byName.get(name) ?? [];
    if (path === undefined || other !== undefined) continue;
    const start = body.range.start + index;
    const places = found.get(path);
    if (places) places.push(textRange(start, start + name.length));
    else found.set(path, [textRange(start, start + name.length)]);
  }
  return found;
}
