import type { Rule } from './rule.ts';

/** Every rule, in the order of the documentation. An id that was retired is never used again. */
export const rules: readonly Rule[] = [
  // The file
  // Name and description
  // Flags and fields
  // Placeholders and body
];

/** The rule with this id. */
export function findRule(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}
