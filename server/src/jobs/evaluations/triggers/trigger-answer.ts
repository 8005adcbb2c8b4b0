import { URI } from 'vscode-uri';
import { counted } from '../../../document/text/numbers.ts';
import type { QueryOutcome, WhyFix, WhyReport, WhyStep } from '../../../protocol.ts';
import type { MeasuredQuery, TriggerReport } from './trigger-report.ts';
import type { TriggerSubject } from './trigger-subject.ts';
import { queryDetail, summaryTexts } from './trigger-text.ts';

/**
 * How often each query has triggered a skill, as the answer to a question: first what it comes to, then each query.
 *
 * @param compared what a new description comes to, compared with the one before: sentences without a full stop
 */
export function triggerAnswer(
  report: TriggerReport,
  { path, skill, listedAs, notes }: TriggerSubject,
  compared: readonly string[] = [],
): WhyReport {
  const edit: WhyFix = { kind: 'open', title: 'Edit Description', uri: URI.file(skill.path).toString() };
  const [verdict, ...numbers] = [...compared.toReversed(), ...summaryTexts(report)];
  const set = URI.file(path).toString();
  const isMissed = report.queries.some(({ part, isAsExpected }) => part === 'train' && isAsExpected === false);
  const canImprove = isMissed && compared.length === 0 && report.parts.test.runs > 0;
  const improve: WhyStep = {
    state: 'note',
    text: 'Claude Code can propose a better description, which is judged by the test queries',
    fix: { kind: 'improve', title: 'Improve Description…', uri: set },
  };
  const inOrder = [true, false].flatMap((should) =>
    report.queries.filter(({ shouldTrigger }) => shouldTrigger === should),
  );
  const firstMissed = inOrder.find(({ isAsExpected }) => isAsExpected === false);
  const notice =
    'Each run was a session of its own, with all skills and settings of yours. Calls of the Skill tool were counted, and every other call of a tool was denied. Such numbers vary from run to run: ask more often to be more certain';
  return {
    title: `${compared.length > 0 ? 'New description' : 'Triggering'} of \`${skill.name}\``,
    verdict: verdict!,
    steps: [
      ...inOrder.map((query) => stepOf(query, query === firstMissed ? edit : undefined)),
      ...(canImprove ? [improve] : []),
      ...[`The skill is ${listedAs}`, ...numbers, ...notes, notice].map((text): WhyStep => ({ state: 'note', text })),
    ],
    next: { kind: 'measure', title: 'Measure Again', uri: set },
  };
}

/** The id of a query among those of its set. */
export function queryId(index: number): string {
  return `query ${index + 1}`;
}

/** The outcomes of the queries, for the rows of the Test Explorer. */
export function queryOutcomes({ queries }: TriggerReport, all: TriggerSubject['queries']): readonly QueryOutcome[] {
  return queries.map((query) => {
    const { isAsExpected } = query;
    const index = all.findIndex((it) => it.query === query.query && it.shouldTrigger === query.shouldTrigger);
    const state = isAsExpected === undefined ? 'skipped' : isAsExpected ? 'passed' : 'failed';
    const detail = queryDetail(query);
    return {
      id: queryId(index),
      state,
      text: `${countsOf(query)}${detail === undefined ? '' : `. ${capital(detail)}`}`,
    };
  });
}

function countsOf({ triggered, runs, isAsExpected, shouldTrigger }: MeasuredQuery): string {
  const expected = isAsExpected === false ? `, and should ${shouldTrigger ? '' : 'not '}be` : '';
  return `Called in ${triggered} of ${counted(runs, 'run')}${expected}`;
}

function stepOf(query: MeasuredQuery, fix: WhyFix | undefined): WhyStep {
  const { isAsExpected, part } = query;
  // Code is marked by backticks, and a query is none.
  const asked = `“${query.query.replaceAll('`', "'")}”`;
  const detail = queryDetail(query);
  const held = part === 'test' ? ' (test query)' : '';
  const text = `${countsOf(query)}: ${asked}${held}${detail === undefined ? '' : `. ${capital(detail)}`}`;
  if (isAsExpected === undefined) return { state: 'note', text };
  return { state: isAsExpected ? 'good' : 'bad', text, ...(fix && { fix }) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
