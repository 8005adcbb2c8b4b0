import { callsOf, expressionsOf, typeOf } from '../../../evaluation/cases/case-expressions.ts';
import type { CaseGrader } from '../../../evaluation/cases/merged-case.ts';
import { isUnscored } from '../../../evaluation/cases/telling-graders.ts';
import { type DeniedCalls, deniedCalls, sumOfDenied } from '../../../evaluation/grading/denied-calls.ts';
import { isDeterministic } from '../../../evaluation/grading/grade.ts';
import { subjectOf } from '../../../evaluation/grading/subject.ts';
import { textAt, valueAt } from '../../../evaluation/values/value.ts';
import { countedEnding, endingTexts, sentenceOf, stoppedText } from '../../../features/text/run-ending-text.ts';
import { atOnce } from '../../../platform/work-turns.ts';
import type { EvaluationMessage, EvaluationOutcome, GraderOutcome } from '../../../protocol.ts';
import { deniedTexts } from '../grading/denied-words.ts';
import { type GradedGrader, gradeGrader, traceOf } from '../grading/grade-case.ts';
import type { LastRun, LastRuns } from '../grading/last-runs.ts';
import { casePlaces } from './evaluation-items.ts';
import type { SuiteCase } from './suite-cases.ts';

/** The verdict of a grader on one run. */
interface Said {
  readonly run: LastRun;
  /** Undefined if nothing can be said. */
  readonly passed: boolean | undefined;
  readonly found: string;
}

/** The outcome of a case, according to the result of its runner. */
export function recordedOutcome(it: SuiteCase, suite: string, last: LastRuns): EvaluationOutcome {
  // A run that the user stopped does not count.
  const whole = allRuns(last).filter(({ arm }) => arm.ending?.kind !== 'interrupted');
  const graders = it.merged.graders.map((grader) => {
    return graderOutcome(it, grader, recordedBy(grader, whole));
  });
  const runs = whole.filter(({ arm }) => arm.isWithPlugin);
  const judged = runs.filter(({ arm }) => arm.ending?.kind !== 'cost');
  const ended = judged.filter(({ arm }) => arm.ending?.kind === 'error' || arm.ending?.kind === 'limit');
  const missed = judged.filter(({ arm }) => arm.passed === false).length;
  const messages = endingMessages(it, last, runs);
  const seconds = last.result.runs.reduce((sum, { seconds: own = 0 }) => sum + own, 0);
  const denied = deniedTexts(deniedIn(last), deniedIn(last, false), { subject: last.subjectKind, isCase: true });
  const lines = [...armLines(it, last), ...denied.map((text) => `${it.name}: ${text}`)];
  const common = { suite, item: it.folder, ms: seconds * 1000, graders, lines };
  if (ended.length > 0 && ended.length === judged.length) return { ...common, state: 'errored', messages };
  // Other reasons are with the graders.
  if (missed > 0) {
    const ofDenied = denied.map((text) => ({ text, ...it.place }));
    return { ...common, state: 'failed', messages: [...messages, ...ofDenied] };
  }
  const isWhole = judged.length > 0 && judged.length === runs.length && last.result.cut === undefined;
  return { ...common, state: isWhole ? 'passed' : 'skipped', messages };
}

/** Why runs with the plugin did not come to their end. */
function endingMessages(it: SuiteCase, last: LastRuns, runs: readonly LastRun[]): readonly EvaluationMessage[] {
  const { cut } = last.result;
  const texts = [...endingTexts(runs.map(({ arm }) => arm.ending))].map(([text, count]) => {
    return countedEnding(text, count, runs.length);
  });
  if (cut !== undefined && cut !== 'interrupted') texts.push(sentenceOf(`${stoppedText(cut)}, before all of its runs`));
  return texts.map((text) => ({ text, ...it.place }));
}

/** All runs: of some, the traces were not read, because there are so many. */
function allRuns({ result, runs }: LastRuns): readonly LastRun[] {
  return result.runs.map((arm, index) => runs[index] ?? { arm, recorded: undefined, missing: '' });
}

/** The denied calls of the runs of one arm, as far as their traces are there. */
export function deniedIn({ runs }: Pick<LastRuns, 'runs'>, isWithPlugin = true): DeniedCalls {
  return sumOfDenied(
    runs.flatMap(({ arm, recorded }) =>
      arm.isWithPlugin === isWithPlugin && recorded ? [deniedCalls(recorded.trace)] : [],
    ),
  );
}

/**
 * The outcome of a case if its last runs are graded by the graders that it has now, in short steps: traces may be long.
 * A grader that costs something is not asked again and keeps its verdict. As long as no grader says anything new, the case has the
 * state of its last result, whose score may have reached a threshold that single graders miss.
 */
export function* gradedOutcome(
  it: SuiteCase,
  suite: string,
  last: LastRuns | undefined,
): Generator<void, EvaluationOutcome> {
  const common = { suite, item: it.folder };
  if (!last) {
    const graders = it.merged.graders.map(({ name }): GraderOutcome => ({ id: name, state: 'skipped', messages: [] }));
    return { ...common, state: 'skipped', messages: [], graders, lines: [`${it.name}: it has no result yet`] };
  }
  const byName = new Map<string, GradedGrader>();
  for (const grader of it.merged.graders.filter(isDeterministic))
    byName.set(grader.name, yield* gradeGrader(grader, it.merged, last));
  const notes: string[] = [];
  const graders = it.merged.graders.map((grader) => {
    const graded = byName.get(grader.name);
    if (!graded) return graderOutcome(it, grader, recordedBy(grader, last.runs));
    if (graded.measuresNothing) notes.push(measuresNothing(it, grader.name, last.subjectKind));
    // Such a run does not count for the grader.
    const unknown = graded.verdicts.find(({ passed }) => passed === undefined);
    if (unknown) notes.push(`${it.name}, ${grader.name}: ${unknown.found}`);
    return graderOutcome(it, grader, saidOf(graded, last, grader));
  });
  const isAsBefore = [...byName.values()].every((graded) => graded.verdicts.every(isAsRecorded(graded.name)));
  if (isAsBefore) {
    const { state, messages } = recordedOutcome(it, suite, last);
    return { ...common, state, messages, graders, lines: notes };
  }
  const scored = graders.filter(({ state }) => state !== 'skipped');
  const state = scored.some((grader) => grader.state === 'failed')
    ? 'failed'
    : scored.length > 0
      ? 'passed'
      : 'skipped';
  notes.push(`${it.name}: the graders of today say something else than the last result, which the results show`);
  return { ...common, state, messages: [], graders, lines: notes };
}

/** The verdicts on a grader in a result. */
function recordedBy({ name }: CaseGrader, runs: readonly LastRun[]): Said[] {
  return runs.flatMap((run): Said[] => {
    const verdict = run.arm.verdicts.get(name);
    return verdict ? [{ run, passed: verdict.passed, found: verdict.explanation }] : [];
  });
}

/** Whether a run is graded as its result says, or not graded at all. */
function isAsRecorded(name: string): (verdict: GradedGrader['verdicts'][number]) => boolean {
  return ({ run, passed }) => passed === undefined || run.arm.verdicts.get(name)?.passed === passed;
}

/** Verdicts are in the order of the runs, without those in which the grader does not count. */
function saidOf(graded: GradedGrader, last: LastRuns, grader: CaseGrader): Said[] {
  const runs = last.runs.filter(({ arm }) => arm.isWithPlugin || !isUnscored(grader.value));
  return graded.verdicts.map(({ passed, found }, index) => ({ run: runs[index]!, passed, found }));
}

function graderOutcome(it: SuiteCase, grader: CaseGrader, said: readonly Said[]): GraderOutcome {
  const id = grader.name;
  const known = said.filter(({ run, passed }) => run.arm.isWithPlugin && passed !== undefined);
  const failed = known.filter(({ passed }) => passed === false);
  if (known.length === 0) return { id, state: 'skipped', messages: [] };
  if (failed.length === 0) return { id, state: 'passed', messages: [] };
  const [first] = failed;
  const how = known.length === 1 ? '' : `Failed in ${failed.length} of ${known.length} runs: `;
  const text = `${how}${first!.found}`;
  // It only indicates whether the plugin was used.
  const isIndicator = first!.run.arm.verdicts.get(id)?.isScored === false;
  const message: EvaluationMessage = {
    text: isIndicator ? `${text}. It does not count for the score` : text,
    ...casePlaces(it)(grader),
    ...difference(grader, first!.run),
  };
  return { id, state: isIndicator ? 'skipped' : 'failed', messages: [message] };
}

/** Characters of a text that is compared. */
const longestSide = 20_000;

/** The expected and the actual text, for two kinds of graders that can be shown side by side. */
function difference(grader: CaseGrader, { recorded }: LastRun): Pick<EvaluationMessage, 'expected' | 'actual'> {
  if (!recorded) return {};
  const trace = atOnce(traceOf(recorded));
  switch (typeOf(grader)) {
    case 'regex': {
      const [expression] = expressionsOf(grader);
      const subject = subjectOf(valueAt(grader.value, 'target'), recorded, trace);
      if (!expression || !('text' in subject)) return {};
      const how = textAt(grader.value, 'match')?.value ?? 'contains';
      const pattern = `/${expression.source.value}/${expression.flags?.value ?? ''}`;
      return { expected: `${how}: ${pattern}`, actual: subject.text.slice(0, longestSide) };
    }
    case 'tool_used':
    case 'tool_order': {
      const expected = callsOf(grader).map(({ tool, input }) => (input ? `${tool.value} ${input.value}` : tool.value));
      const actual = trace.calls.map(({ tool, input }) => `${tool} ${input}`).join('\n');
      return { expected: expected.join('\n'), actual: actual === '' ? 'no calls' : actual.slice(0, longestSide) };
    }
    default:
      return {};
  }
}

/** How the arms compare, and what passes in both. */
function armLines(it: SuiteCase, { result, subjectKind }: LastRuns): string[] {
  const without = result.runs.filter(({ isWithPlugin }) => !isWithPlugin);
  if (without.length === 0) return [];
  const share = (isWithPlugin: boolean) => {
    const runs = result.runs.filter((run) => run.isWithPlugin === isWithPlugin);
    return `${runs.filter(({ passed }) => passed === true).length} of ${runs.length}`;
  };
  const lines = [`${it.name}: ${share(true)} runs passed with the ${subjectKind}, ${share(false)} without`];
  for (const { name, value } of it.merged.graders) {
    const verdicts = result.runs.map((run) => run.verdicts.get(name)?.passed);
    if (!isUnscored(value) && verdicts.every((passed) => passed === true))
      lines.push(measuresNothing(it, name, subjectKind));
  }
  return lines;
}

function measuresNothing(it: SuiteCase, grader: string, subjectKind: LastRuns['subjectKind']): string {
  return `${it.name}, ${grader}: it passes without the ${subjectKind}, too, so it measures nothing`;
}
