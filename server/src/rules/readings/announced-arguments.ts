import { readArgumentHint } from '../../document/argument-hint.ts';
import { declaredArgumentNames } from '../../document/argument-names.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once-per.ts';

/** What a skill's fields say about its arguments. */
export interface AnnouncedArguments {
  /** How many there are; `Infinity` where the hint has no end (`[file...]`) or no shape to count. */
  readonly count: number;
}

/** The arguments that `arguments` or `argument-hint` announce; undefined when neither field does. */
export const announcedArguments = oncePer((document: SkillDocument): AnnouncedArguments | undefined => {
  const { fields } = document.frontmatter;
  const names = declaredArgumentNames(fields.get('arguments')?.value);
  const hint = readArgumentHint(fields.get('argument-hint')?.value, document.text);
  // Beside names a hint in words is a mere description.
  if (names.length > 0) return { count: Math.max(names.length, hint && hint.count < Infinity ? hint.count : 0) };
  return hint && { count: hint.count };
});

/** How many are announced, for messages: `1 is announced`. */
export function announcedCount(count: number): string {
  return count === 1 ? '1 is declared' : `${count} are declared`;
}
