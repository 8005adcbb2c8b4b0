import { counted } from '../../../document/text/numbers.ts';
import { dollars, inPercent, percentOf, rateText } from '../../../features/text/amounts.ts';
import type { TriggerPlan } from './measure-triggers.ts';
import type { MeasuredQuery, RunRate, TriggerReport } from './trigger-report.ts';

/** The sessions that a measurement would start: sentences with a full stop. */
export function planLines({
  queries,
  repeats,
  turns,
  dollars,
}: Pick<TriggerPlan, 'queries' | 'repeats' | 'turns' | 'dollars'>): readonly string[] {
  const runs = counted(queries.length * repeats, 'time');
  const asked = `${counted(queries.length, 'query', 'queries')}, each asked ${counted(repeats, 'time')}`;
  const most = dollars === undefined ? 'without a maximum' : `until the cost is $${dollars}`;
  return [
    `Measuring starts Claude Code ${runs}: ${asked}, with up to ${counted(turns, 'answer')} of the model.`,
    `Your account is charged for these sessions, ${most}.`,
    'Only the Skill tool may be used, so nothing is executed or changed; Claude Code counts the calls as uses of the skill.',
  ];
}

/** A remark on the outcome of a query, after its counts; undefined if there is nothing to add. */
export function queryDetail({
  neighbors,
  denied,
  failed,
  errors,
  problem,
  shouldTrigger,
}: MeasuredQuery): string | undefined {
  const parts = [
    neighbors.length > 0 ? `${shouldTrigger ? 'instead' : 'called'}: ${neighborsText(neighbors)}` : '',
    denied > 0 ? `${denied} denied by permissions` : '',
    failed > 0 ? `${failed} failed` : '',
    errors > 0 ? `${counted(errors, 'run')} without an answer: ${problem}` : '',
  ];
  return parts.filter(Boolean).join('; ') || undefined;
}

/** `2/3` */
export function countText({ triggered, runs }: MeasuredQuery): string {
  return `${triggered}/${runs}`;
}

/** The names of skills, with the number of runs. */
function neighborsText(neighbors: TriggerReport['neighbors']): string {
  return neighbors.map(({ name, runs }) => `${name} ${runs}×`).join(', ');
}

/** How many runs did what they should, and how certain that rate is: sentences without a full stop. */
function rateTexts({ rate, parts: { train, test } }: TriggerReport): readonly string[] {
  if (rate.runs === 0) return [];
  const all = `Right in ${rate.right} of ${counted(rate.runs, 'run')}: ${shareText(rate)}, with a confidence of ${percentOf(95)}`;
  const isSplit = train.runs > 0 && test.runs > 0;
  return isSplit ? [all, `Train queries: ${shareText(train)}; test queries: ${shareText(test)}`] : [all];
}

/** `88 % (69–96 %)` */
export function shareText({ right, runs, interval }: RunRate): string {
  return interval ? rateText(right, runs, interval) : 'no runs';
}

/** The results of a measurement: sentences without a full stop. */
export function summaryTexts(report: TriggerReport): readonly string[] {
  const {
    precision,
    recall,
    falseTriggers,
    neighbors,
    done,
    planned,
    cost,
    hasUnknownCost,
    stopped,
    claudeCodeVersion,
  } = report;
  const counts = (should: boolean) => {
    const asked = report.queries.filter(({ shouldTrigger, runs }) => shouldTrigger === should && runs > 0);
    return { calling: asked.filter(({ isAsExpected }) => isAsExpected === should).length, of: asked.length };
  };
  const [wanted, unwanted] = [counts(true), counts(false)];
  const called = [
    ...(wanted.of > 0 ? [`${wanted.calling} of ${counted(wanted.of, 'query', 'queries')} that should`] : []),
    ...(unwanted.of > 0 ? [`${unwanted.calling} of ${unwanted.of} that should not`] : []),
  ];
  const inShare = (share: number | undefined) => (share === undefined ? '–' : inPercent(share, 1));
  return [
    ...(called.length > 0 ? [`Called for ${called.join(', ')}`] : []),
    ...rateTexts(report),
    `Precision ${inShare(precision)}, recall ${inShare(recall)}, ${counted(falseTriggers, 'false trigger')}`,
    ...(neighbors.length > 0 ? [`Called instead: ${neighborsText(neighbors)}`] : []),
    `${done} of ${counted(planned, 'run')}, ${hasUnknownCost ? 'at least ' : ''}${dollars(cost)}, Claude Code ${claudeCodeVersion ?? 'of an unknown release'}`,
    ...(stopped === undefined ? [] : [`Not complete: ${stopped}`]),
  ];
}
