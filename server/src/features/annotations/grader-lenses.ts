import type { CodeLens, Command } from 'vscode-languageserver-types';
import { isGraderType } from '../../dialect/evaluations.ts';
import { textRange } from '../../document/text/text-range.ts';
import { typeOf } from '../../evaluation/cases/case-expressions.ts';
import type { CaseGrader } from '../../evaluation/cases/merged-case.ts';
import type { OpenEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import { isDeterministic } from '../../evaluation/grading/grade.ts';
import type { GradedGrader, Verdict } from '../../jobs/evaluations/grading/grade-case.ts';
import { foundIn, type GradeSummary, gradeSummary } from '../../jobs/evaluations/grading/grade-summary.ts';
import type { LastRuns } from '../../jobs/evaluations/grading/last-runs.ts';
import type { CommandId } from '../../protocol.ts';
import type { OpenFile } from '../check/open-file.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { shortened } from '../text/markdown-text.ts';

/** The command of our extension that shows a run with what a grader matched in it. */
const showGradedRunCommand: CommandId = 'skillwright.showGradedRun';

/** The data of an unresolved CodeLens above a grader. */
export interface GraderLensData {
  readonly uri: string;
  /** Which of the graders of the case it is. */
  readonly grader: number;
}

/**
 * The CodeLenses above the graders of a file: what those say that cost nothing to grade, and what the last result says of
 * those that ask a model. They are only placeholders: {@link resolveGraderLens} fills them when they become visible.
 * Without any run, the first one says so.
 */
export function graderLenses(
  { uri, document }: OpenFile,
  evaluation: OpenEvaluation,
  last: LastRuns | undefined,
): CodeLens[] {
  const graders = evaluation.case?.graders ?? [];
  const lenses = graders.flatMap((grader, index): CodeLens[] => {
    if (!grader.isOpen || !isKnown(grader)) return [];
    const range = toLspRange(document.lines, placeOf(grader, evaluation));
    return [{ range, data: { uri, grader: index } satisfies GraderLensData }];
  });
  if (last) return lenses;
  const [first] = graders.filter((grader) => grader.isOpen && isKnown(grader));
  return lenses.slice(0, 1).map(({ range }) => ({ range, command: isDeterministic(first!) ? noRuns : notJudged }));
}

function isKnown(grader: CaseGrader): boolean {
  const type = typeOf(grader);
  return type !== undefined && isGraderType(type);
}

/** Above the frontmatter of a file, or the first key of an item. */
function placeOf({ fileName, value }: CaseGrader, { file }: OpenEvaluation) {
  const start = fileName === undefined ? value.range.start : file.head.start;
  return textRange(start, start);
}

/** A command without a name is only a text. */
const noRuns: Command = {
  title: 'No runs yet: run the case in the Test Explorer, or with --keep-temp, to try graders on it',
  tooltip:
    'Graders are tried while you type on the traces of the last runs, which the Test Explorer and `claude plugin eval --keep-temp` keep',
  command: '',
};

const notJudged: Command = {
  title: 'No result yet: run the case to have a model judge it',
  tooltip: 'A model judges the runs of the case, which costs money. Its verdict on the last runs is shown here',
  command: '',
};

/** The command of a CodeLens: what the grader says about the last runs. */
export function resolveGraderLens({ uri, grader }: GraderLensData, graded: GradedGrader): Command {
  const summary = gradeSummary(graded);
  const hasTrace = graded.verdicts.some(({ run }) => run.recorded);
  return {
    // VS Code leaves out a space after an icon.
    title: `$(${iconOf(summary, graded)})\u00A0${withoutIcons(shortened(summary.text, maxTitle))}`,
    tooltip: graded.verdicts.map((it, index) => lineOfVerdict(it, index, graded)).join('\n'),
    command: hasTrace ? showGradedRunCommand : '',
    ...(hasTrace && { arguments: [{ uri, grader }] }),
  };
}

/** UTF-16 units. */
const maxTitle = 160;

function iconOf({ state }: GradeSummary, { measuresNothing }: GradedGrader): string {
  if (measuresNothing) return 'info';
  return { passed: 'pass', failed: 'error', mixed: 'warning', unknown: 'question' }[state];
}

/** Editors replace `$(name)` in titles with an icon: a text of a file must not have one. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

function lineOfVerdict(verdict: Verdict, index: number, { subjectKind }: GradedGrader): string {
  const { isWithPlugin, passed, isGraded } = verdict;
  const where = `${isWithPlugin ? 'with' : 'without'} the ${subjectKind}`;
  const said = passed === undefined ? 'Not known' : passed ? 'Passed' : 'Failed';
  const from = passed === undefined || isGraded ? '' : ', as in the last result';
  return `Run ${index + 1}, ${where}: ${said}${from}: ${shortened(foundIn(verdict))}`;
}
