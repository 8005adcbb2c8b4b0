import type { Connection } from 'vscode-languageserver';
import { LineIndex } from '../../../document/text/line-index.ts';
import { isDeterministic } from '../../../evaluation/grading/grade.ts';
import type { OpenFile } from '../../../features/check/open-file.ts';
import { toLspRange } from '../../../features/text/lsp-range.ts';
import type { CaseRuns } from '../../../jobs/evaluations/grading/case-runs.ts';
import { type RunView, viewRaw, viewSteps } from '../../../jobs/evaluations/grading/run-view.ts';
import { inTurns } from '../../../platform/work-turns.ts';
import type { GradedRun, GradedRunParams } from '../../../protocol.ts';
import { answerRequest } from '../../answer-request.ts';
import { answerTurns } from '../../short-turns.ts';
import type { OpenDocuments } from '../../state/open-documents.ts';

/** Answers requests for runs of cases, with what a grader found in them. */
export function answerGradingRequests(connection: Connection, documents: OpenDocuments, caseRuns: CaseRuns): void {
  answerRequest(connection, 'skillwright/gradedRun', null, async (params, token) => {
    const open = await documents.read(params.uri);
    const grader = open && (await graderOf(open, params));
    const graded =
      grader === undefined ? undefined : await caseRuns.grade(open!, grader, () => token.isCancellationRequested);
    if (grader === undefined || !graded) return null;
    const { verdicts, name } = graded;
    const runs = [...verdicts.keys()].filter((index) => verdicts[index]!.run.recorded);
    const run = params.run ?? runs.find((index) => verdicts[index]!.passed === false) ?? runs[0];
    const verdict = run === undefined ? undefined : verdicts[run];
    const recorded = verdict?.run.recorded;
    if (run === undefined || !verdict || !recorded) return null;
    const where = `run ${run + 1} of ${verdicts.length}, ${verdict.isWithPlugin ? 'with' : 'without'} the ${graded.subjectKind}`;
    const view = params.isRaw
      ? viewRaw(recorded, verdict)
      : await inTurns(viewSteps(`${name} on ${where}`, recorded, verdict), answerTurns());
    return { name, grader, run, runs, ...inLines(view) };
  });

  async function graderOf(open: OpenFile, { grader, line = 0 }: GradedRunParams): Promise<number | undefined> {
    if (grader !== undefined) return grader;
    const graders = (await caseRuns.of(open))?.evaluation.case?.graders ?? [];
    const { lines } = open.document;
    const isAbove = (start: number) => lines.positionAt(start).line <= line;
    const index = graders.findLastIndex(
      (it) => it.isOpen && isDeterministic(it) && (it.fileName !== undefined || isAbove(it.value.range.start)),
    );
    return index < 0 ? undefined : index;
  }
}

function inLines({ text, marks, headings }: RunView): Pick<GradedRun, 'text' | 'marks' | 'headings'> {
  const lines = new LineIndex(text);
  const ranges = (list: RunView['marks']) => list.map((range) => toLspRange(lines, range));
  return { text, marks: ranges(marks), headings: ranges(headings) };
}
