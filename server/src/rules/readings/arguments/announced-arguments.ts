import type { SkillDocument } from '../../../document/skill-document.ts';
import { oncePer } from '../../../platform/once.ts';
import { argumentHintOf } from './argument-hint-of.ts';

/** The arguments that a skill's fields announce. */
interface AnnouncedArguments {
  /** How many there are; `Infinity` if the hint has no end (`[file...]`) or cannot be counted. */
  readonly count: number;
}

/** The arguments that `arguments` or `argument-hint` announce; undefined when neither field does. */
export const announcedArguments = oncePer((document: SkillDocument): AnnouncedArguments | undefined => {
  const names = document.argumentNames;
  const hint = argumentHintOf(document);
  // Next to names, a hint in words is only a description.
  if (names.length > 0) return { count: Math.max(names.length, hint && hint.count < Infinity ? hint.count : 0) };
  return hint && { count: hint.count };
});

/** How many are announced, for messages: `1 is announced`. */
export function announcedCount(count: number): string {
  return count === 1 ? '1 is declared' : `${count} are declared`;
}
