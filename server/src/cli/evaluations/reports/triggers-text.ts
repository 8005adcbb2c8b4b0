import type { TriggerPlan } from '../../../jobs/evaluations/triggers/measure-triggers.ts';
import type { RunRate, TriggerReport } from '../../../jobs/evaluations/triggers/trigger-report.ts';
import type { TriggerSubject } from '../../../jobs/evaluations/triggers/trigger-subject.ts';
import { countText, queryDetail, summaryTexts } from '../../../jobs/evaluations/triggers/trigger-text.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import type { Colours } from '../../terminal/terminal.ts';

/** How often each query has triggered a skill, for people. */
export function triggersText(report: TriggerReport, { skill, listedAs }: TriggerSubject, colours: Colours): string {
  const isSplit = report.queries.some(({ part }) => part === 'test');
  const lines = report.queries.map((query) => {
    const mark =
      query.isAsExpected === undefined ? colours.dim('?') : query.isAsExpected ? colours.green('✓') : colours.red('✗');
    const should = query.shouldTrigger ? 'should    ' : 'should not';
    const detail = queryDetail(query);
    const part = isSplit ? `${query.part.padEnd(5)}  ` : '';
    const text = line(query.query.replaceAll(/\s+/g, ' '));
    return `  ${mark} ${countText(query).padEnd(5)} ${should}  ${part}${text}${detail ? colours.dim(`  (${line(detail)})`) : ''}`;
  });
  const head = `${colours.bold(line(skill.name))} ${colours.dim(`(${line(listedAs)})`)}`;
  return `${[head, ...lines, '', ...summaryTexts(report).map(line)].join('\n')}\n`;
}

/** A text of a file or of the model, on one line. */
function line(text: string): string {
  return escapeControlCharacters(text);
}

/** The same for programs. */
export function triggersJson(report: TriggerReport, { skill, listedAs, path }: TriggerSubject): object {
  const { queries, rate, parts, precision, recall, stopped, cost, hasUnknownCost, claudeCodeVersion, ...others } =
    report;
  return {
    skill: skill.name,
    path: skill.path,
    set: path,
    listed: listedAs,
    queries: queries.map(({ query, shouldTrigger, problem, isAsExpected, ...counts }) => ({
      query,
      should_trigger: shouldTrigger,
      ...counts,
      problem: problem ?? null,
      asExpected: isAsExpected ?? null,
    })),
    rate: rateJson(rate),
    train: rateJson(parts.train),
    test: rateJson(parts.test),
    precision: precision ?? null,
    recall: recall ?? null,
    ...others,
    costUsd: cost,
    costIsKnown: !hasUnknownCost,
    stopped: stopped ?? null,
    claudeCodeVersion: claudeCodeVersion ?? null,
  };
}

/** The outcome of improving the description, for programs. */
export function improvementJson({ proposed, before, after, verdict, isKept, cost }: TriedDescription): object {
  return { proposed, before: rateJson(before), after: rateJson(after), verdict, kept: isKept, costUsd: cost };
}

/** A new description that was measured. */
interface TriedDescription {
  readonly proposed: string;
  readonly before: RunRate;
  readonly after: RunRate;
  readonly verdict: string;
  readonly isKept: boolean;
  readonly cost: number;
}

function rateJson({ right, runs, interval }: RunRate): object {
  return { right, runs, rate: runs === 0 ? null : right / runs, interval: interval ?? null };
}

/** The plan of a measurement, for programs. */
export function plannedTriggersJson(
  { queries, repeats, turns, dollars }: Pick<TriggerPlan, 'queries' | 'repeats' | 'turns' | 'dollars'>,
  { skill, listedAs, path, notes }: TriggerSubject,
): object {
  return {
    skill: skill.name,
    path: skill.path,
    set: path,
    listed: listedAs,
    queries: queries.map(({ query, shouldTrigger, part }) => ({ query, should_trigger: shouldTrigger, part })),
    planned: queries.length * repeats,
    maxTurns: turns,
    maxBudgetUsd: dollars ?? null,
    notes,
  };
}
