import type { Rule } from './rule.ts';
import { rulesByGroup } from './rules-by-group.ts';

/** Every rule, in the order of the documentation. The id of a retired rule is never used again. */
export const rules: readonly Rule[] = Object.values(rulesByGroup).flat();

export function findRule(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}
