import { type ConsumerFacts, consumerFacts, TARGETS } from '../../dialect/targets.ts';
import type { RuleContext } from '../rule.ts';
import { inWords } from './in-words.ts';

/** The selected targets for which a condition is true. */
export function selectedTargets({ targets }: RuleContext, holds: (facts: ConsumerFacts) => boolean): ConsumerFacts[] {
  return [...targets].map(consumerFacts).filter(holds);
}

/** All targets for which a condition is true, the selected ones first. */
export function everyTarget({ targets }: RuleContext, holds: (facts: ConsumerFacts) => boolean): ConsumerFacts[] {
  const selected = ({ id }: (typeof TARGETS)[number]) => (targets.has(id) ? 0 : 1);
  return [...TARGETS].sort((a, b) => selected(a) - selected(b)).filter(holds);
}

/**
 * The consequence for a skill whose `name` these targets reject: the words of one of them, then the other targets. Not
 * empty.
 */
export function refusalOfName(refusing: readonly ConsumerFacts[], { targets }: RuleContext): string {
  // Unless other targets are selected, the one that silently drops the skill matters most.
  const main = targets.size > 0 ? refusing[0]! : (refusing.find(({ id }) => id === 'vscode') ?? refusing[0]!);
  const others = refusing.filter((facts) => facts !== main);
  return others.length > 0
    ? `${main.name.whenBroken}; it is also rejected by ${titlesOf(others)}`
    : main.name.whenBroken;
}

/** The consumers as a list for a sentence. */
export function titlesOf(consumers: readonly ConsumerFacts[]): string {
  return inWords(consumers.map(({ title }) => (title.endsWith('specification') ? `the ${title}` : title)));
}
