import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { compile } from './program.ts';
import { readExpression } from './read-expression.ts';
import { Runner, TooManySteps } from './run-program.ts';

/*
 * Graders are tried on the traces that `claude plugin eval --keep-temp` leaves; where a trace is gone, a grader that
 * has not changed has the verdict of the last result. A result is a file of the repository, so of the paths in it,
 * only the traces of temporary folders with the runner's own names are opened. Expressions are written by anyone and
 * traces are long, and JavaScript would follow some of them forever: `matching/` tries each way in JavaScript's order,
 * but none twice that has led nowhere, which is linear. It counts its steps, and gives up rather than say what may be
 * wrong. In the editor, all grading is in short steps (`whileAwaited`), for CodeLenses one grader at a time
 * (`CaseRuns`): what was read of a case stays until there is another result or a trace has another size.
 */

/** What an expression matches in a text. */
export interface Matches {
  readonly count: number;
  /** Where the first of them are. */
  readonly ranges: readonly TextRange[];
}

/** Steps of following one expression through one text. */
const maxSteps = 4_000_000;

/** Steps after which others may work. */
const stepsAtOnce = 100_000;

/** Matches that are located; the others are only counted. */
const maxRanges = 1_000;

/**
 * What a regular expression of JavaScript matches in a text, exactly as JavaScript itself would find it, but in bounded time
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
): Generator<void, Matches | undefined> {
  const expression = readExpression(source, flags);
  const program = expression && compile(expression);
  if (!expression || !program) return undefined;
  const { literal, isUnicode } = expression;
  const isSticky = flags.includes('y');
  const runner = new Runner(text, expression, maxSteps);
  const ranges: TextRange[] = [];
  let count = 0;
  let pauseAt = runner.stepsLeft - stepsAtOnce;
  const pointAfter = (at: number): number => at + (isUnicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  try {
    for (let at = 0; at <= text.length; ) {
      // What is only text is looked for as such.
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
