import { type ConsumerFacts, consumerFacts, TARGETS } from '../../dialect/targets.ts';
import type { RuleContext } from '../rule.ts';

/** The selected targets for which something holds. */
export function selectedTargets({ targets }: RuleContext, holds: (facts: ConsumerFacts) => boolean): ConsumerFacts[] {
  return [...targets].map(consumerFacts).filter(holds);
}

/** All targets for which something holds, the selected ones first. */
export function everyTarget({ targets }: RuleContext, holds: (facts: ConsumerFacts) => boolean): ConsumerFacts[] {
  const selected = ({ id }: (typeof TARGETS)[number]) => (targets.has(id) ? 0 : 1);
  return [...TARGETS].sort((a, b) => selected(a) - selected(b)).filter(holds);
}

/**
 * What becomes of a skill whose `name` these targets refuse: the words of one of them, then who else. Not empty.
 */
export function refusalOfName(refusing: readonly ConsumerFacts[], { targets }: RuleContext): string {
  // Unless others are asked for, the one that drops the skill without a word matters most.
  const main = targets.size > 0 ? refusing[0]! : (refusing.find(({ id }) => id === 'vscode') ?? refusing[0]!);
  const others = refusing.filter((facts) => facts !== main);
  return others.length > 0 ? `${main.name.whenBroken}; also rejected by ${titlesOf(others)}` : main.name.whenBroken;
}

/** The consumers as a list for a sentence. */
export function titlesOf(consumers: readonly ConsumerFacts[]): string {
  return inWords(consumers.map(({ title }) => (title.endsWith('specification') ? `the ${title}` : title)));
}

/** `a, b and c` */
export function inWords(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
