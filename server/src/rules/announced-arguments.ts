import { declaredArgumentNames } from '../document/argument-names.ts';
import type { SkillDocument } from '../document/skill-document.ts';

/** What a skill's fields say about its arguments. */
export interface AnnouncedArguments {
  /** How many there are; `Infinity` where the hint has no end (`[file...]`) or no shape to count. */
  readonly count: number;
}

/** The arguments that `arguments` or `argument-hint` announce; undefined when neither field does. */
export function announcedArguments(document: SkillDocument): AnnouncedArguments | undefined {
  const { fields } = document.frontmatter;
  const names = declaredArgumentNames(fields.get('arguments')?.value);
  if (names.length > 0) return { count: names.length };
  const hint = fields.get('argument-hint')?.value;
  if (!hint) return undefined;
  // Unquoted brackets make a list of the hint; the source still shows what was written.
  const text =
    hint.kind === 'scalar' ? String(hint.value ?? '') : document.text.slice(hint.range.start, hint.range.end);
  if (text.trim() === '') return undefined;
  if (/\.\.\.|…|\*|\|/.test(text)) return { count: Number.POSITIVE_INFINITY };
  const groups = text.match(/\[[^\]]*\]|<[^>]*>/g);
  return { count: groups?.length ?? Number.POSITIVE_INFINITY };
}
