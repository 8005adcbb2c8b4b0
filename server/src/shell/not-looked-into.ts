/*
 * What Claude Code does not look into, and its messages.
 */

function unchecked(what: string): string {
  return `${what} in this command can't be checked before it runs`;
}

/** Messages by the word that begins what is not looked into. */
export const notLookedInto: Readonly<Record<string, string>> = {
  case: unchecked('A case statement'),
  function: unchecked('A function definition'),
  select: 'select statement reads stdin into $REPLY; cannot statically model',
  '{': unchecked('A group in braces or double parentheses'),
};

export const redirectedTest = unchecked('A test in brackets');
/** About a here-string that is given to a test, or to nothing. */
export const hereString = unchecked('A here-string');

const whileLoop = unchecked('A while or until loop');
/** What begins a loop or a condition, and Claude Code's message about one with a redirection. */
export const compounds = {
  if: unchecked('An if statement'),
  for: unchecked('A for or select loop'),
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
