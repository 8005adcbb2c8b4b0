import { inThousands } from '../../../document/text/numbers.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import type { Graded } from '../../../evaluation/grading/grade.ts';
import type { RecordedRun, Trace } from '../../../evaluation/grading/recorded-run.ts';
import { readSteps, type TraceStep } from '../../../evaluation/grading/trace-steps.ts';
import { traceOf, type Verdict } from './grade-case.ts';
import { foundIn } from './grade-summary.ts';
import { IndentedText } from './indented-text.ts';

/** A run as a text, with what a grader matched in it. */
export interface RunView {
  readonly text: string;
  readonly marks: readonly TextRange[];
  readonly headings: readonly TextRange[];
}

/** UTF-16 units of a view. Later steps are only shown if something in them is marked. */
const maxView = 1_000_000;

/** UTF-16 units of a raw trace that are shown: editors do not open much larger texts. */
const maxRaw = 16_000_000;

/** UTF-16 units before and after a match in the raw text. */
const aroundMatch = 100;

export function* viewSteps(title: string, run: RecordedRun, verdict: Verdict): Generator<void, RunView> {
  const view = new IndentedText();
  const grade = verdict.grade?.kind === 'graded' ? verdict.grade : undefined;
  const steps = yield* readSteps(run.trace);
  view.heading(title);
  view.content(wordsOf(verdict));
  const trace = yield* traceOf(run);
  const last = steps.findLast((step) => isLastMessage(step, trace));
  let [count, leftOut] = [0, 0];
  for (const [index, step] of steps.entries()) {
    yield;
    const raw = marksInLine(step, steps[index - 1], grade);
    const isCall = grade?.matched === 'calls' && step.kind === 'call' && isMarked(step.line, grade.marks);
    const isLast = step === last && grade?.subject.name === 'last_message';
    const hasMarks = raw.length > 0 || isCall || isLast;
    if (step.kind === 'other' && !hasMarks) continue;
    if (step.kind !== 'other') count++;
    if (view.length > maxView && !hasMarks) {
      leftOut++;
      continue;
    }
    const number = step.kind === 'other' ? '' : `${count}. `;
    view.heading(`${number}${step.title}${step === last ? ', last message' : ''}`, isCall);
    if (step.kind !== 'other') view.content(step.content || '(empty)', isLast ? grade.marks : []);
    for (const mark of raw) showRaw(view, run.trace, step.line, mark);
  }
  if (leftOut > 0) view.heading(`${inThousands(leftOut)} more steps are only in the raw trace`);
  showOther(view, grade);
  return { text: view.text, marks: view.marks, headings: view.headings };
}

/** The trace as it is in its file. */
export function viewRaw({ trace: all }: RecordedRun, verdict: Verdict): RunView {
  const text = all.slice(0, maxRaw);
  const grade = verdict.grade?.kind === 'graded' ? verdict.grade : undefined;
  const marks = grade?.subject.name === 'trace' ? grade.marks : [];
  return { text, marks: marks.filter(({ end }) => end <= text.length), headings: [] };
}

function wordsOf(verdict: Verdict): string {
  const { passed, isGraded } = verdict;
  if (passed === undefined) return foundIn(verdict);
  return `${passed ? 'Passed' : 'Failed'}${isGraded ? '' : ', as in the last result'}: ${foundIn(verdict)}`;
}

function isLastMessage({ kind, line, content }: TraceStep, { lastMessage, lastMessageRange }: Trace): boolean {
  return kind === 'text' && line.start === lastMessageRange?.start && content === lastMessage;
}

function isMarked(line: TextRange, marks: readonly TextRange[]): boolean {
  return marks.some(({ start }) => start >= line.start && start <= line.end);
}

/** The matches in the raw line of a step; they are shown with the first step of a line. */
function marksInLine({ line }: TraceStep, before: TraceStep | undefined, grade: Graded | undefined) {
  if (grade?.matched !== 'text' || grade.subject.name !== 'trace' || before?.line === line) return [];
  return grade.marks.filter(({ start }) => start >= line.start && start <= line.end).slice(0, 20);
}

/** A match in the JSON of a line, which is not the text that is shown. */
function showRaw(view: IndentedText, trace: string, line: TextRange, mark: TextRange): void {
  const start = Math.max(line.start, mark.start - aroundMatch);
  const end = Math.min(line.end, mark.end + aroundMatch);
  view.content('As in the raw trace:');
  view.content(trace.slice(start, end), [textRange(mark.start - start, Math.min(mark.end, end) - start)]);
}

/** The text that a grader reads besides the trace. */
function showOther(view: IndentedText, grade: Graded | undefined): void {
  if (!grade) return;
  const { subject, marks } = grade;
  if (subject.name === 'trace' || subject.name === 'last_message') return;
  const title =
    { files: 'Files that the run created', mock_calls: 'Calls of mocks' }[subject.name] ?? `File ${subject.name}`;
  view.heading(title);
  view.content(subject.text === '' ? '(none)' : subject.text, marks);
}
