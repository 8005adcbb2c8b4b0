import { createHash } from 'node:crypto';

/** Where a finding of the corpus is, without any text of its author. */
export interface Place {
  readonly rule: string;
  /** Relative to the folder of the corpus. */
  readonly file: string;
  /** The line of the file, from 1. */
  readonly line: number;
  /** {@link hashOf} the marked text. */
  readonly mark: string;
}

/** What somebody who read the finding in its file says of it. */
export interface Verdict extends Place {
  /** {@link hashOf} the message that was read. */
  readonly said: string;
  /** Whether what the message says is true, and the marked text is what it is about. */
  readonly truth: (typeof truths)[number];
  /** Whether the author would want to know. */
  readonly worth: (typeof worths)[number];
  readonly why: string;
}

export const truths = ['right', 'wrong'] as const;
export const worths = ['useful', 'nagging'] as const;

/** The beginning of the SHA-256 of a text, which says whether it is still the same without repeating it. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Reads a file of verdicts, one per line. */
export function readVerdicts(text: string): Verdict[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Verdict);
}

/** Writes verdicts as they are stored: one per line, ordered by what they are about. */
export function writeVerdicts(verdicts: readonly Verdict[]): string {
  return verdicts
    .toSorted(byPlace)
    .map(({ rule, file, line, mark, said, truth, worth, why }) =>
      JSON.stringify({ rule, file, line, mark, said, truth, worth, why }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** The same for two places if they are one. */
export function placeKey({ rule, file, line, mark }: Place): string {
  return JSON.stringify([rule, file, line, mark]);
}

function byPlace(a: Place, b: Place): number {
  return compare(a.rule, b.rule) || compare(a.file, b.file) || a.line - b.line || compare(a.mark, b.mark);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
