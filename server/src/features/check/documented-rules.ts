import { rules } from '../../rules/index.ts';
import type { RuleFacts } from '../../rules/rule.ts';
import { unusedSuppression } from '../../rules/suppressions.ts';

/**
 * Everything that can be reported, in the order of the documentation: the rules, and what the suppressions themselves
 * report. Each has a page and a severity that the user can set.
 */
export const documentedRules: readonly RuleFacts[] = [...rules, unusedSuppression];

/** Whether a severity can be set for this id. */
export function isRuleId(id: string): boolean {
  return documentedRules.some((rule) => rule.id === id);
}
