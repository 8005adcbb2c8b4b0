import { LONGEST_RENDERED_TEXT } from '../../dialect/limits.ts';
import { namesThatCount } from '../../document/argument-names.ts';
import { splitArguments } from '../../shell/split-arguments.ts';
import { guardCommands } from './guard-commands.ts';
import { isFromArguments, type Replacement } from './spanned-text.ts';
import { expandVariables, type VariableValues, variablePattern } from './substitute-variables.ts';

/** What is to be put into a text. */
export interface Substitution {
  /** In order, not overlapping. */
  readonly replacements: readonly Replacement[];
  /** What is added at the very end; undefined where a placeholder took the arguments, or there are none. */
  readonly appended: string | undefined;
  readonly words: readonly string[];
  /** The client's message where the result would be too long, so that nothing is sent. */
  readonly refusal: string | undefined;
}

/**
 * Finds what variables and placeholders stand for, as the latest client does. Variables go first, then escapes, names,
 * `$ARGUMENTS[n]`, `$n` and `$ARGUMENTS`; what one step has put in, none after it looks at. So a variable that only
 * the arguments complete stays as it is, while a whole one in a value is replaced.
 *
 * @param names declared in `arguments:`; the place of each in the list is the position of its word
 * @param given the arguments as they were typed
 */
export function substituteArguments(
  text: string,
  names: readonly string[],
  given: string,
  variables: VariableValues,
): Substitution {
  const words = splitArguments(given);
  const claims = new Claims(text);
  claims.replaceAll(nonCharacters, (found) => ({ text: '\ufffd'.repeat(found.length), kind: 'variable' }));
  let length = text.length;
  claims.replaceAll(variablePattern, (written, name) => {
    const value = variables.get(name);
    if (value === undefined) return undefined;
    // Values stand between two marks while the client works on the text.
    length += value.length + 2 - written.length;
    return { text: withoutMarks(value), kind: 'variable' };
  });
  let taken = false;
  const valueOnce = remembering((written) => withoutMarks(guardCommands(expandVariables(written, variables))));
  const valueFor = (written: string): Claim => {
    taken = true;
    // Beyond the limit nothing is sent, and time and memory for it are saved.
    if (length > LONGEST_RENDERED_TEXT) return { text: '', kind: 'argument' };
    const value = valueOnce(written);
    length += Math.max(written.length, value.length);
    return { text: value, kind: 'argument' };
  };
  const wordAt = (digits: string): Claim | undefined => {
    const word = words[Number(digits)];
    return word === undefined ? undefined : valueFor(word);
  };

  const usable = usableNames(names);
  const starts = ['\\d', 'ARGUMENTS', ...usable.map(({ pattern }) => pattern)].join('|');
  claims.replaceAll(new RegExp(`(?<!\\\\)\\\\\\$(?=${starts})`, 'g'), () => escapedDollar);
  for (const { pattern, index } of usable) {
    claims.replaceAll(new RegExp(`\\$${pattern}`, 'g'), () => valueFor(words[index] ?? ''));
  }
  claims.replaceAll(/\$ARGUMENTS\[(\d+)\]/g, (_, index) => wordAt(index) ?? 'as-it-is');
  claims.replaceAll(/\$(\d+)(?!\w)/g, (_, index) => wordAt(index));
  claims.replaceAll(/\$ARGUMENTS/g, () => valueFor(given));
  const appended = taken || given === '' ? undefined : `\n\nARGUMENTS: ${valueFor(given).text}`;
  return {
    replacements: claims.inOrder(),
    appended,
    words,
    refusal: length > LONGEST_RENDERED_TEXT ? tooLong : undefined,
  };
}

const tooLong = `This skill, command or hook and the arguments filled into it add up to more than ${LONGEST_RENDERED_TEXT.toLocaleString('en-US')} characters. Use shorter arguments or fewer placeholders such as $ARGUMENTS.`;

/** Long arguments stand in many places. */
function remembering(make: (written: string) => string): (written: string) => string {
  const made = new Map<string, string>();
  return (written) => {
    const value = made.get(written) ?? make(written);
    made.set(written, value);
    return value;
  };
}

/** Exactly one backslash keeps what begins like a placeholder as text, and goes. */
const escapedDollar: Claim = { text: '$', kind: 'argument', fromArguments: false };

/** The client keeps these for itself, and allows them in no text. */
const nonCharacters = /[\ufffe\uffff]+/g;

function withoutMarks(value: string): string {
  return value.replace(/[\ufffe\uffff]/g, '\ufffd');
}

/** What stands for characters that are claimed. */
function marks(length: number): string {
  return length < shortMarks.length ? shortMarks[length]! : '\ufffe'.repeat(length);
}

const shortMarks = Array.from({ length: 32 }, (_, length) => '\ufffe'.repeat(length));

/** The names that count, longest first, as patterns: one does not go on with a word character or a bracket. */
function usableNames(names: readonly string[]): { readonly pattern: string; readonly index: number }[] {
  return [...namesThatCount(names)]
    .sort((a, b) => b.name.length - a.name.length)
    .map(({ name, index }) => ({ pattern: `${escapeRegExp(name)}(?![\\[\\w])`, index }));
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

type Claim = Omit<Replacement, 'start' | 'end'>;

/** The stretches of a text that something is put in place of. A stretch that is claimed is out of reach for the rest. */
class Claims {
  /** The text with a mark for every character that is claimed. */
  left: string;
  readonly #replacements: Replacement[] = [];

  constructor(text: string) {
    this.left = text;
  }

  /** Claims every match for which there is a value; `as-it-is` keeps others away from what stays. */
  replaceAll(pattern: RegExp, claimFor: (match: string, group: string) => Claim | 'as-it-is' | undefined): void {
    // Patterns have one group at most, and what stands in its place without one is not looked at.
    this.left = this.left.replace(pattern, (match: string, ...details: readonly (string | number)[]) => {
      const [group] = details;
      const claim = claimFor(match, String(group));
      if (claim === undefined) return match;
      const start = (typeof group === 'number' ? group : details[1]) as number;
      if (claim !== 'as-it-is') {
        const { text, kind, fromArguments = isFromArguments(kind) } = claim;
        this.#replacements.push({ start, end: start + match.length, text, kind, fromArguments });
      }
      return marks(match.length);
    });
  }

  inOrder(): readonly Replacement[] {
    return this.#replacements.sort((a, b) => a.start - b.start);
  }
}
