import type { TextEdit } from 'vscode-languageserver-types';
import { type EvaluationKind, isEvaluationKind } from '../../../server/src/document/runtime-id.ts';
import { readEvaluation } from '../../../server/src/evaluation/cases/read-evaluation.ts';
import { expressionFault } from '../../../server/src/evaluation/expressions/expression-fault.ts';
import { readRecordedResult, resultOfCase } from '../../../server/src/evaluation/grading/recorded-result.ts';
import { readTrace } from '../../../server/src/evaluation/grading/recorded-run.ts';
import { readResultFile as readAnyResult } from '../../../server/src/evaluation/results/read-result.ts';
import { completion } from '../../../server/src/features/completion/completion.ts';
import { referencesIn } from '../../../server/src/features/references/references-in.ts';
import { exportResult } from '../../../server/src/jobs/evaluations/results/export-result.ts';
import { findMatches } from '../../../server/src/patterns/expressions/find-matches.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';
import { openText } from '../../unit/features/open-text.ts';
import { type FuzzTarget, hold } from '../fuzz-input.ts';
import { makeFile } from '../inputs/make-input.ts';
import { cutsCharacter, holdLspRange, holdRange } from './ranges.ts';

const kinds: readonly EvaluationKind[] = [
  'eval-prompt',
  'eval-case',
  'eval-grader',
  'eval-mock',
  'eval-tools',
  'eval-set',
  'trigger-set',
];

const flags = ['', 'i', 'm', 's', 'u', 'v', 'y', 'gi'];

/** Files of evaluations, and texts as patterns, traces and results. */
export const evaluationsTarget: FuzzTarget = {
  name: 'evaluations',
  share: 5,
  make: (random, seeds) => makeFile(random, seeds, kinds),
  async check(input) {
    const { open } = openText(input.text.replaceAll('$0', '$1'), { path: input.path, runtime: input.runtime });
    const { document } = open;
    const { text, lines } = document;
    const at = lines.offsetAt(lines.positionAt(input.cursor % (text.length + 1)));
    const offset = cutsCharacter(text, at) ? at - 1 : at;
    for (const item of completion(open, offset, { fillsSnippets: false }))
      holdLspRange(lines, text, (item.textEdit as TextEdit).range, `completion ${item.label}`);
    const { kind } = open.file;
    if (!isEvaluationKind(kind)) throw new Error(`${input.path} is no evaluation`);
    const file = readEvaluation(text, kind);
    holdRange(text, file.body, 'body');
    const folder = input.path.slice(0, input.path.lastIndexOf('/'));
    const bases = { path: input.path, folder, skill: undefined, plugin: '/project/plugin', mentions: undefined };
    for (const { range } of referencesIn(document, { kind, bases })) holdRange(text, range, 'reference');
    for (const { range } of readTrace(text).calls) holdRange(text, range, 'call');
    const result = readRecordedResult(text);
    if (result) resultOfCase(result, folder);
    const any = readAnyResult(text);
    for (const { range } of any.problems) holdRange(text, range, 'problem of a result');
    if (any.kind === 'result') {
      for (const format of ['aggregate-result', 'benchmark', 'junit', 'markdown'] as const)
        exportResult(any.result, format);
    }
    const source = text.slice(offset, offset + 1 + (input.cursor % 40));
    const flag = flags[input.cursor % flags.length]!;
    if (expressionFault(source, flag)) return;
    const matches = atOnce(findMatches(source, flag, text.slice(0, 2_000), true));
    hold((matches?.ranges.length ?? 0) <= (matches?.count ?? 0), 'more places than matches');
    for (const { start, end } of matches?.ranges ?? [])
      hold(0 <= start && start <= end && end <= text.length, `a match of ${source} is outside of the text`);
  },
};
