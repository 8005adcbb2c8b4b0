import type { GradedGrader } from '../../../jobs/evaluations/grading/grade-case.ts';
import { gradeSummary } from '../../../jobs/evaluations/grading/grade-summary.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import type { Colours } from '../../terminal/terminal.ts';

/** The graders of a case on its last runs. */
export interface GradedCase {
  /** The folder of the case. */
  readonly path: string;
  /** Undefined without a result. */
  readonly resultPath: string | undefined;
  readonly graders: readonly GradedGrader[];
}

/** Graded cases for people. */
export function gradesText(
  cases: readonly GradedCase[],
  shownPath: (path: string) => string,
  colours: Colours,
): string {
  const isMixed = cases.some(({ graders }) => graders.some((grader) => gradeSummary(grader).state === 'mixed'));
  const legend = isMixed ? colours.dim('\n~ failed in some of the runs only, or measures nothing\n') : '';
  return `${cases.map((it) => caseText(it, shownPath, colours)).join('\n')}${legend}`;
}

function caseText({ path, resultPath, graders }: GradedCase, shownPath: (path: string) => string, colours: Colours) {
  const from = resultPath === undefined ? 'no result' : shownPath(resultPath);
  const width = Math.max(...graders.map(({ name }) => line(name).length), 0);
  const lines = graders.map((grader) => {
    const { state, text } = gradeSummary(grader);
    const paint = { passed: colours.green, failed: colours.red, mixed: colours.yellow, unknown: colours.dim }[state];
    return `  ${paint(marks[state])} ${line(grader.name).padEnd(width)}  ${line(text)}\n`;
  });
  const none = graders.length === 0 && resultPath !== undefined ? '  No graders that are graded without a model\n' : '';
  return `${colours.bold(line(shownPath(path)))} ${colours.dim(`(${line(from)})`)}\n${lines.join('')}${none}`;
}

const marks = { passed: '✓', failed: '✗', mixed: '~', unknown: '?' };

/** A text of a file or of the model, on one line. */
function line(text: string): string {
  return escapeControlCharacters(text);
}
