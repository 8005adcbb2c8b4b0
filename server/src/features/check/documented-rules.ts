import { repositoryAddress } from '../../platform/release.ts';
import { rules } from '../../rules/index.ts';
import type { OptionValue, RuleFacts, RuleOption } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { unusedSuppression } from '../../rules/suppressions.ts';

/**
 * Everything that can be reported, in the order of the documentation: the rules, and what the suppressions themselves
 * report. Each has a page and a severity that the user can set.
 */
export const documentedRules: readonly RuleFacts[] = [...rules, unusedSuppression];

/** The options of a rule, by name. */
export function optionsOf(id: string): Readonly<Record<string, RuleOption>> {
  return documentedRules.find((rule) => rule.id === id)?.options ?? {};
}

/** Whether a value can be chosen for an option. */
export function isOptionValue(value: unknown, option: RuleOption): value is OptionValue {
  return 'minimum' in option
    ? Number.isSafeInteger(value) && (value as number) >= option.minimum
    : Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Whether a severity can be set for this id. */
export function isRuleId(id: string): id is RuleId {
  return documentedRules.some((rule) => rule.id === id);
}

/** Where the pages of `docs/rules/` can be read. */
const pages = `${repositoryAddress}/blob/main/docs/rules`;

/** The public page of a rule: what diagnostics, reports and the command line link to. */
export function rulePage(rule: string): string {
  return `${pages}/${rule}.md`;
}
