/*
 * What Claude Code does not look into, and its messages.
 */

/** Messages by the word that begins what is not looked into. */
export const notLookedInto: Readonly<Record<string, string>> = {
  case: "A case statement in this command can't be checked before it runs",
  function: "A function definition in this command can't be checked before it runs",
  select: 'select statement reads stdin into $REPLY; cannot statically model',
  '{': "A group in braces or double parentheses in this command can't be checked before it runs",
};

export const redirectedTest = "A test in brackets in this command can't be checked before it runs";
/** About a here-string that is given to a test, or to nothing. */
export const hereString = "A here-string in this command can't be checked before it runs";

const whileLoop = "A while or until loop in this command can't be checked before it runs";
/** What begins a loop or a condition, and Claude Code's message about one with a redirection. */
export const compounds = {
  if: "An if statement in this command can't be checked before it runs",
  for: "A for or select loop in this command can't be checked before it runs",
  while: whileLoop,
  until: whileLoop,
};

export type CompoundWord = keyof typeof compounds;

/** A loop or a condition. */
export interface Compound {
  readonly begin: CompoundWord;
  /** It follows `|`: then a redirection after it is one of the whole pipe. */
  readonly isPiped: boolean;
}
