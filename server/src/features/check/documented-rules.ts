import { rules } from '../../rules/index.ts';
import type { Level } from '../../rules/rule.ts';
import { unusedSuppression } from '../../rules/suppressions.ts';

/** What can be said of a rule without running it. */
export interface DocumentedRule {
  readonly id: string;
  /** The level where the user set none. */
  readonly level: Level;
  /** One line: what is found. */
  readonly summary: string;
}

/**
 * Everything that can be reported, in the order of the documentation: the rules, and what the suppressions themselves
 * report. Each has a page and a level that the user can set.
 */
export const documentedRules: readonly DocumentedRule[] = [
  ...rules,
  { id: unusedSuppression, level: 'hint', summary: 'A comment that disables a rule that reports nothing there' },
];

/** Whether a level can be set for this id. */
export function isRuleId(id: string): boolean {
  return documentedRules.some((rule) => rule.id === id);
}
