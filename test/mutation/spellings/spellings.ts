import { type TextRange, textRange } from '../../../server/src/document/text/text-range.ts';
import { unmark } from '../../unit/rules/expect-findings.ts';
import type { CleanText, Plant } from '../clean-text.ts';
import { type Mistake, mistake } from '../mistake.ts';

/** One mistake written in several ways, next to similar texts that are right. */
export interface Spellings {
  readonly kind: string;
  /** The rule that reports it. */
  readonly rule: string;
  /** Other rules that rightly report what goes with it. */
  readonly also?: readonly string[];
  /** The files to plant it into, by their kind or by how they take arguments. */
  readonly files: readonly (
    | 'skill'
    | 'command'
    | 'agent'
    | 'settings'
    | 'plugin'
    | 'two-arguments'
    | 'any-arguments'
  )[];
  into(text: string, planted: string): string;
  /** The texts that are wrong, marked at the characters to report. */
  readonly mistakes: readonly string[];
  /** Similar texts that are right, or for which silence is. */
  readonly valid: readonly string[];
}

/** A mistake for each text that is wrong, found at exactly its marks, and one for each that is right, found nowhere. */
export function mistakesOf({ kind, rule, also = [], files, into, mistakes, valid }: Spellings): readonly Mistake[] {
  const planted = (spelling: string) => (file: CleanText) =>
    files.some((it) => it === file.kind || it === takes(file)) ? plantOf(file, into(file.text, spelling)) : undefined;
  return [
    ...mistakes.map((text) => ({ ...mistake(rule, `${kind}: ${text}`, planted(text)), also })),
    ...valid.map((text) => mistake([], `not ${kind}: ${text}`, planted(text))),
  ];
}

function takes(file: CleanText): Spellings['files'][number] | undefined {
  const [first] = file.document.body.placeholders;
  return first && (first.kind === 'all' ? 'any-arguments' : 'two-arguments');
}

function plantOf(file: CleanText, marked: string): Plant {
  const { text, ranges } = unmark(marked);
  const [exactly] = ranges;
  const { replaced, newText } = difference(file.text, text);
  return { replaced, newText, ...(exactly && { exactly }) };
}

/** The part of the text that is another one afterwards. */
function difference(before: string, after: string): { readonly replaced: TextRange; readonly newText: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { replaced: textRange(start, before.length - same), newText: after.slice(start, after.length - same) };
}

/** Adds text as the last paragraph. */
export const asParagraph = (text: string, planted: string): string => `${text}\n${planted}\n`;

/** Writes text where the arguments were. */
export const insteadOfArguments = (text: string, planted: string): string =>
  text.replace(/\$ARGUMENTS|\$0 with \$1/, () => planted);

/** Replaces the description. */
export const asDescription = (text: string, planted: string): string =>
  text.replace(/^description: .*$/m, () => `description: ${planted}`);

/** Adds a field at the end of the frontmatter. */
export const asField = (text: string, planted: string): string => text.replace(/\n---\n/, () => `\n${planted}\n---\n`);
