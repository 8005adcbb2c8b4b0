import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { findMatches } from '../../patterns/expressions/find-matches.ts';
import { callsOf, expressionsOf, type GraderCall, typeOf } from '../cases/case-expressions.ts';
import type { CaseGrader } from '../cases/merged-case.ts';
import { expressionFault } from '../expressions/expression-fault.ts';
import { numberAt, textAt, valueAt } from '../values/value.ts';
import type { RecordedCall, RecordedRun, Trace } from './recorded-run.ts';
import { reasonNotKept, subjectOf } from './subject.ts';

/*
 * Graders are tried on the traces that `claude plugin eval --keep-temp` leaves; where a trace is gone, a grader that
 * has not changed has the verdict of the last result. A result is a file of the repository, so of the paths in it,
 * only the traces of temporary folders with the runner's own names are opened. In the editor, all grading is in short steps
 * (`whileAwaited`), for CodeLenses one grader at a time (`CaseRuns`): what was read of a case stays until there is another
 * result or a trace has another size.
 */

/** The verdict of a grader on a recorded run. */
export type Grade = Graded | Undecided;

export interface Graded {
  readonly kind: 'graded';
  readonly passed: boolean;
  /** The evidence, as one clause. */
  readonly found: string;
  /** The text that was read, and what in it was matched: parts of it, lines of the trace with calls, or paths of files. */
  readonly subject: { readonly name: string; readonly text: string };
  readonly matched: 'text' | 'calls' | 'files';
  readonly marks: readonly TextRange[];
}

/** Nothing that could be wrong is said. */
interface Undecided {
  readonly kind: 'undecided';
  readonly reason: string;
}

/** Whether graders of a kind are graded here: they cost nothing, and always say the same. */
export function isDeterministic(grader: CaseGrader): boolean {
  const type = typeOf(grader);
  return type === 'regex' || type === 'tool_used' || type === 'tool_order' || type === 'file_exists';
}

/** Grades a run as `claude plugin eval` does, in short steps. Never throws, in bounded time. */
export function* grade(grader: CaseGrader, run: RecordedRun, trace: Trace): Generator<void, Grade> {
  switch (typeOf(grader)) {
    case 'regex':
      return yield* gradeText(grader, run, trace);
    case 'tool_used':
      return yield* gradeUse(grader, run, trace);
    case 'tool_order':
      return yield* gradeOrder(grader, run, trace);
    case 'file_exists':
      return yield* gradeFile(grader, run);
    default:
      return undecided('A model has to judge it');
  }
}

function* gradeText(grader: CaseGrader, run: RecordedRun, trace: Trace): Generator<void, Grade> {
  const [expression] = expressionsOf(grader);
  if (!expression) return undecided('It has no pattern');
  const [source, flags] = [expression.source.value, expression.flags?.value ?? ''];
  const subject = subjectOf(valueAt(grader.value, 'target'), run, trace);
  if ('problem' in subject) return undecided(subject.problem);
  if ('missing' in subject) return failed(subject.missing, subject.name);
  const fault = expressionFault(source, flags);
  if (fault) return failed('the pattern is not a valid JavaScript regular expression', subject.name, subject.text);
  const how = textAt(grader.value, 'match')?.value ?? 'contains';
  const expected = /^count:(\d+)$/.exec(how)?.[1];
  const matches = yield* findMatches(source, flags, subject.text, expected !== undefined);
  if (!matches) return undecided('The pattern takes too long to match');
  const { count, ranges: marks } = matches;
  const hasPassed = expected === undefined ? count > 0 === (how === 'contains') : count === Number(expected);
  const isFound = count > 0 ? 'matches' : 'does not match';
  const found =
    expected === undefined ? `the pattern ${isFound}` : `${times(count, 'match', 'matches')}, expected ${expected}`;
  return { kind: 'graded', passed: hasPassed, found, subject, matched: 'text', marks };
}

function* gradeUse(grader: CaseGrader, run: RecordedRun, trace: Trace): Generator<void, Grade> {
  const [asked] = callsOf(grader);
  if (!asked) return undecided('It names no tool');
  const calls = yield* callsIn(asked, trace);
  if (!Array.isArray(calls)) return calls;
  const [min, max] = [numberAt(grader.value, 'min') ?? 1, numberAt(grader.value, 'max') ?? Number.POSITIVE_INFINITY];
  const isEnough = calls.length >= min && calls.length <= max;
  return inTrace(isEnough, `${times(calls.length, 'call', 'calls')} of ${asked.tool.value}`, calls, run);
}

function* gradeOrder(grader: CaseGrader, run: RecordedRun, trace: Trace): Generator<void, Grade> {
  const [before, after] = callsOf(grader);
  if (!before || !after) return undecided('It does not name two tools');
  const firsts: RecordedCall[] = [];
  for (const asked of [before, after]) {
    const calls = yield* callsIn(asked, trace);
    if (!Array.isArray(calls)) return calls;
    if (!calls[0]) return inTrace(false, `${asked.tool.value} is never called so`, [], run);
    firsts.push(calls[0]);
  }
  const [first, second] = firsts.map((call) => trace.calls.indexOf(call));
  const isBefore = first! < second!;
  return inTrace(
    isBefore,
    `the first ${before.tool.value} is ${isBefore ? '' : 'not '}before the first ${after.tool.value}`,
    firsts,
    run,
  );
}

/** The calls that a grader is about; a grade if that cannot be said. */
function* callsIn({ tool, input }: GraderCall, { calls }: Trace): Generator<void, RecordedCall[] | Grade> {
  const ofTool = calls.filter((call) => call.tool === tool.value);
  if (!input) return ofTool;
  // A wrong expression is only noticed once it is needed.
  if (ofTool.length > 0 && expressionFault(input.value))
    return failed('`input_match` is not a valid JavaScript regular expression', 'trace');
  const found: RecordedCall[] = [];
  for (const call of ofTool) {
    const matches = yield* findMatches(input.value, '', call.input, false);
    if (!matches) return undecided('`input_match` takes too long to match');
    if (matches.count > 0) found.push(call);
    yield;
  }
  return found;
}

function inTrace(passed: boolean, found: string, calls: readonly RecordedCall[], { trace }: RecordedRun): Graded {
  const marks = calls.map(({ range }) => range);
  return { kind: 'graded', passed, found, subject: { name: 'trace', text: trace }, matched: 'calls', marks };
}

function* gradeFile(grader: CaseGrader, run: RecordedRun): Generator<void, Grade> {
  const { kept } = run;
  const path = textAt(grader.value, 'path')?.value;
  if (path === undefined) return undecided('It names no path');
  if (!kept) return undecided(reasonNotKept(run));
  const names = [...kept.files.keys()];
  const source = pathExpression(path);
  const marks: TextRange[] = [];
  let start = 0;
  for (const name of names) {
    const matches = yield* findMatches(source, 's', name, false);
    if (!matches) return undecided('The path takes too long to match');
    if (matches.count > 0) marks.push(textRange(start, start + name.length));
    start += name.length + 1;
    yield;
  }
  const text = names.join('\n');
  const exists = valueAt(grader.value, 'exists');
  const isWanted = !(exists?.kind === 'boolean' && !exists.value);
  const [first] = marks;
  const found = first ? `the run created ${text.slice(first.start, first.end)}` : 'the run created no such file';
  const passed = marks.length > 0 === isWanted;
  return { kind: 'graded', passed, found, subject: { name: 'files', text }, matched: 'files', marks };
}

function failed(found: string, name: string, text = ''): Graded {
  return { kind: 'graded', passed: false, found, subject: { name, text }, matched: 'text', marks: [] };
}

function undecided(reason: string): Undecided {
  return { kind: 'undecided', reason };
}

function times(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The regular expression of a path with `*`, `**` and `?`, as the runner reads it: `?` may be a slash, `*` may not. */
function pathExpression(path: string): string {
  const source = path.replace(/\*\*\/|\*\*|[*?]|[\\^$.+()[\]{}|]/g, (mark) => meanings.get(mark) ?? `\\${mark}`);
  return `^${source}$`;
}

const meanings: ReadonlyMap<string, string> = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '.'],
]);
