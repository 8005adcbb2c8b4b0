import type { PlainObject, ResultVerdict } from './evaluation-result.ts';
import type { TolerantValue } from './tolerant-value.ts';

/** The names of the list of expectations: skill-creator's own, and those of other pages and older results. */
export const listNames = ['expectations', 'assertion_results', 'assertions'] as const;

/** The names of what an expectation has. Only the first of each is what the viewer of skill-creator reads. */
export const textNames = ['text', 'assertion', 'expectation', 'name'] as const;
export const passedNames = ['passed', 'pass', 'met'] as const;
export const evidenceNames = ['evidence', 'reasoning', 'reason', 'details'] as const;

/** The content of `grading.json`, about one run. */
export interface Grading {
  readonly verdicts: readonly ResultVerdict[];
  /** The share that passed; undefined if nothing was judged. */
  readonly score: number | undefined;
  readonly seconds: number | undefined;
  readonly notes: readonly string[];
  /** The other values of the file. */
  readonly details: PlainObject;
}

/** Reads `grading.json`, as skill-creator's grader writes it. Never throws. */
export function readGrading(root: TolerantValue): Grading {
  const list = root.firstOf(...listNames);
  if (list === undefined) {
    root.problems.add([], 'The file has no `expectations`, so no verdict is shown: grade the run again', true);
  }
  const verdicts = readExpectations(root, list);
  const summary = root.within('summary');
  if (summary) checkSummary(summary, verdicts);
  const notes = root.within('user_notes_summary');
  return {
    verdicts,
    score: shareOf(verdicts) ?? summary?.number('pass_rate'),
    seconds: root.within('timing')?.number('total_duration_seconds'),
    notes: notes ? ['uncertainties', 'needs_review', 'workarounds'].flatMap((key) => notes.texts(key)) : [],
    details: root.rest(...listNames, 'summary'),
  };
}

/** The expectations of a run, wherever they are. */
export function readExpectations(value: TolerantValue, list: string | undefined): readonly ResultVerdict[] {
  return list === undefined ? [] : value.items(list).map(readExpectation);
}

/** The share of what was judged that passed. */
export function shareOf(verdicts: readonly ResultVerdict[]): number | undefined {
  const judged = verdicts.filter(({ passed }) => passed !== undefined);
  return judged.length === 0 ? undefined : judged.filter(({ passed }) => passed).length / judged.length;
}

function readExpectation(value: TolerantValue, index: number): ResultVerdict {
  const [text, passed, evidence] = [textNames, passedNames, evidenceNames].map((names) => value.firstOf(...names));
  const other = [
    [text, textNames[0]],
    [passed, passedNames[0]],
    [evidence, evidenceNames[0]],
  ].filter(([written, name]) => written !== undefined && written !== name);
  for (const [written, name] of other) {
    value.problems.add(
      [...value.path, written!],
      `The viewer of skill-creator does not read \`${written}\`: rename it to \`${name}\``,
    );
  }
  return {
    name: (text === undefined ? undefined : value.text(text)) ?? `expectation ${index + 1}`,
    passed: passed === undefined ? undefined : value.flag(passed),
    explanation: (evidence === undefined ? undefined : value.text(evidence)) ?? '',
    evidence: undefined,
    weight: undefined,
    isScored: true,
    isOnlyWithPlugin: false,
    details: value.rest(...textNames, ...passedNames, ...evidenceNames),
  };
}

function checkSummary(summary: TolerantValue, verdicts: readonly ResultVerdict[]): void {
  const [passed, total] = [summary.number('passed'), summary.number('total')];
  if (verdicts.length === 0 || passed === undefined || total === undefined) return;
  const counted = verdicts.filter((it) => it.passed === true).length;
  if (passed === counted && total === verdicts.length) return;
  summary.problems.add(
    summary.path,
    `The summary says that ${passed} of ${total} passed, but in the list it is ${counted} of ${verdicts.length}: correct the summary, which skill-creator adds up`,
  );
}
