import { counted } from '../../../../document/text/numbers.ts';
import type { RunRate } from '../trigger-report.ts';
import type { TriggerQuery } from '../trigger-set.ts';
import { shareText } from '../trigger-text.ts';

/** Why a set cannot be used to improve a description; undefined if it can. */
export function whyNotImproved(queries: readonly TriggerQuery[]): string | undefined {
  return queries.some(({ part }) => part === 'test')
    ? undefined
    : 'The set is too small: to judge a new description, it needs two queries that should trigger, or two that should not';
}

/** The sessions and edits of an improvement: sentences with a full stop. */
export function improvementLines(queries: readonly TriggerQuery[], repeats: number): readonly string[] {
  const test = queries.filter(({ part }) => part === 'test').length;
  return [
    `For a better description, Claude Code is asked once, without tools, and then started ${counted(test * repeats, 'time')} more, to ask the ${counted(test, 'query', 'queries')} that it was not shown.`,
    'The new description is in the SKILL.md during that time. The old one is put back unless you keep the new one.',
  ];
}

/** How two descriptions did with the same queries. */
export interface ComparedRates {
  readonly verdict: 'better' | 'worse' | 'same' | 'unknown';
  /** Sentences without a full stop. */
  readonly lines: readonly string[];
}

/** Compares the rates of an old and a new description. Rates whose intervals overlap may differ by chance. */
export function compareRates(before: RunRate, after: RunRate): ComparedRates {
  const said = `Test queries: right in ${shareText(before)} of runs before, in ${shareText(after)} with the new description`;
  const [old, now] = [before.interval, after.interval];
  if (!old || !now) return { verdict: 'unknown', lines: [said] };
  const [was, is] = [before.right / before.runs, after.right / after.runs];
  if (was === is) return { verdict: 'same', lines: [said, 'No difference was seen'] };
  const verdict = is > was ? 'better' : 'worse';
  const isCertain = is > was ? now.low > old.high : now.high < old.low;
  const doubt = isCertain ? '' : ', but the intervals overlap, so it may be chance: more runs would tell';
  return { verdict, lines: [said, `The new description did ${verdict}${doubt}`] };
}
