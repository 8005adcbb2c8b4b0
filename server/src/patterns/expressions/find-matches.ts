import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { compile } from './program.ts';
import { readExpression } from './read-expression.ts';
import { Runner, TooManySteps } from './run-program.ts';

/*
 * JavaScript's own matching may take forever, and expressions are written by anyone. A library with linear time, such as RE2,
 * has no lookarounds and no backreferences, or is native code. So expressions are followed here: each way in JavaScript's
 * order, but none twice that has led nowhere, which is linear. Steps are counted, and one that takes too many has no answer,
 * because a wrong one would be a false alarm.
 */
interface Matches {
  readonly count: number;
  /** Where the first of them are. */
  readonly ranges: readonly TextRange[];
}

/** Steps of following one expression through one text. */
const maxSteps = 4_000_000;

/** The same for what is asked in passing: some milliseconds. */
const maxStepsAtOnce = 500_000;

/** Steps after which others may work. */
const stepsAtOnce = 100_000;

/** Matches that are located; the others are only counted. */
const maxRanges = 1_000;

/**
 * The matches of a regular expression of JavaScript in a text, exactly as JavaScript itself would find them, but in bounded time
 * and in short steps.
 *
 * @param source one that JavaScript accepts with these flags
 * @param all whether all matches are looked for; otherwise only the first one
 * @returns undefined if that cannot be found out in bounded time, or for syntax that is not supported
 */
export function* findMatches(
  source: string,
  flags: string,
  text: string,
  all: boolean,
  steps = maxSteps,
): Generator<void, Matches | undefined> {
  const expression = readExpression(source, flags);
  const program = expression && compile(expression);
  if (!expression || !program) return undefined;
  const { literal, isUnicode } = expression;
  const isSticky = flags.includes('y');
  const runner = new Runner(text, expression, steps);
  const ranges: TextRange[] = [];
  let count = 0;
  let pauseAt = runner.stepsLeft - stepsAtOnce;
  const pointAfter = (at: number): number => at + (isUnicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  try {
    for (let at = 0; at <= text.length; ) {
      // An expression that is only text is looked for as such.
      const start = literal && !isSticky ? text.indexOf(literal, at) : at;
      if (start < 0) break;
      if (runner.stepsLeft < pauseAt) {
        pauseAt = runner.stepsLeft - stepsAtOnce;
        yield;
      }
      const end = runner.matchAt(program, start);
      if (end !== undefined) {
        count++;
        if (ranges.length < maxRanges) ranges.push(textRange(start, end));
        if (!all) break;
      } else if (isSticky) break;
      at = end === undefined || end === start ? pointAfter(start) : end;
    }
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
  return { count, ranges };
}

/** Whether an expression without flags matches something in a text; undefined if a short look does not tell. */
export function findsMatch(source: string, text: string): boolean | undefined {
  const looking = findMatches(source, '', text, false, maxStepsAtOnce);
  let looked = looking.next();
  while (!looked.done) looked = looking.next();
  return looked.value && looked.value.count > 0;
}
