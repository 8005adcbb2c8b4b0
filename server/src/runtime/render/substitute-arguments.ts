import { MAX_RENDERED_TEXT } from '../../dialect/limits.ts';
import { namesOf } from '../../document/arguments/argument-names.ts';
import { type PlaceholderToken, readPlaceholders } from '../../document/arguments/placeholder-tokens.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { splitArguments } from '../../shell/split-arguments.ts';
import { isFromArguments, type Replacement } from './spanned-text.ts';
import { expandVariables, type VariableValues } from './substitute-variables.ts';

/** Texts to be inserted into a text. */
export interface Substitution {
  /** In order, not overlapping. */
  readonly replacements: readonly Replacement[];
  /** The text that is added at the very end; undefined if a placeholder used the arguments, or there are none. */
  readonly appended: string | undefined;
  readonly words: readonly string[];
  /** Claude Code's message if the result would be too long to be sent. */
  readonly refusal: string | undefined;
}

/**
 * Finds the values of variables and placeholders, as in the latest release. Inserted text is not searched again: a
 * variable that the arguments complete stays as text, while a complete variable inside a value is replaced.
 *
 * @param given the arguments as they were typed
 */
export function substituteArguments(
  text: string,
  { runtime, argumentNames }: SkillDocument,
  given: string,
  variables: VariableValues,
): Substitution {
  const words = splitArguments(given);
  let length = text.length;
  let isTaken = false;
  const valueOnce = remembering((written) => withoutMarks(guardCommands(expandVariables(written, variables))));
  const takeArgument = (written: string): Value => {
    const text = valueOnce(written);
    isTaken = true;
    length += Math.max(written.length, text.length);
    return { text, kind: 'argument' };
  };
  const replacementFor = (token: PlaceholderToken): Value | undefined => {
    const { start, end } = token.range;
    if (token.kind === 'reserved') return { text: '\ufffd'.repeat(end - start), kind: 'variable' };
    if (token.kind === 'escape') return { text: '$', kind: 'argument', fromArguments: false };
    const { kind, name, index, escaped } = token;
    if (escaped) return undefined;
    if (kind === 'variable') {
      const value = variables.get(name);
      if (value === undefined) return undefined;
      // Claude Code marks the values on both sides while it works on the text.
      length += value.length + 2 - (end - start);
      return { text: withoutMarks(value), kind };
    }
    const word = index === undefined ? given : words[index];
    if (word !== undefined) return takeArgument(word);
    return kind === 'named' ? takeArgument('') : undefined;
  };

  const replacements: Replacement[] = [];
  const grammar = { runtime, names: namesOf(argumentNames), isVariable: (name: string) => variables.has(name) };
  for (const token of readPlaceholders(text, grammar).tokens) {
    const value = replacementFor(token);
    if (value === undefined) continue;
    const { start, end } = token.range;
    const { text, kind, fromArguments = isFromArguments(kind) } = value;
    replacements.push({ start, end, text, kind, fromArguments });
  }
  const appended = isTaken || given === '' ? undefined : `\n\nARGUMENTS: ${takeArgument(given).text}`;
  return { replacements, appended, words, refusal: length > MAX_RENDERED_TEXT ? tooLong : undefined };
}

type Value = Omit<Replacement, 'start' | 'end'>;

const tooLong = `This skill, command or hook and the arguments filled into it add up to more than ${inThousands(MAX_RENDERED_TEXT)} characters. Use shorter arguments or fewer placeholders such as $ARGUMENTS.`;

/** Long arguments may be used in many places. */
function remembering(make: (written: string) => string): (written: string) => string {
  const made = new Map<string, string>();
  return (written) => {
    const value = made.get(written) ?? make(written);
    made.set(written, value);
    return value;
  };
}

function withoutMarks(value: string): string {
  return value.replace(/[\ufffe\uffff]/g, '\ufffd');
}

/**
 * The treatment of arguments in the latest release before it inserts them, so that they do not become commands (read in the
 * program). This does not prevent all of them: `!$ARGUMENTS` in a body makes a command out of backticks alone.
 */
function guardCommands(value: string): string {
  if (!value.includes('!')) return value;
  return value
    .replaceAll('`!', '` !')
    .replaceAll('!`', '! `')
    .replace(/(^|\s)!/gm, '$1\\!');
}
