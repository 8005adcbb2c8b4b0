import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Rule, RuleFacts } from '../../server/src/rules/rule.ts';
import { type RuleGroup, ruleGroups } from '../../server/src/rules/rule-groups.ts';
import { unusedSuppression } from '../../server/src/rules/suppressions.ts';

/** A group of what can be reported, as the documentation shows it. */
export interface DocumentedGroup {
  readonly title: string;
  readonly rules: readonly RuleFacts[];
}

/** The ids of the rules of each group, from the names of their files. */
export type RuleIds = Readonly<Record<RuleGroup, readonly string[]>>;

/** Finds the rules of a repository: every file in the folders of the groups is one, and none in a folder below. */
export async function findRules(root: string): Promise<RuleIds> {
  const groups = Object.keys(ruleGroups).map(async (group) => {
    const names = await readdir(path.join(root, 'server/src/rules', group));
    return [group, names.flatMap((name) => (name.endsWith('.ts') ? path.basename(name, '.ts') : [])).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(groups)) as Record<RuleGroup, string[]>;
}

/**
 * Reads what is documented about the rules, from this repository.
 *
 * @throws {Error} if a file does not export the rule that its name promises, or two rules have the same id
 */
export async function readRules(ids: RuleIds): Promise<readonly DocumentedGroup[]> {
  const groups: DocumentedGroup[] = [];
  for (const [group, title] of Object.entries(ruleGroups)) {
    const rules = await Promise.all(ids[group as RuleGroup].map((id) => readRule(group, id)));
    groups.push({ title, rules });
  }
  groups.push({ title: 'Suppressions', rules: [unusedSuppression] });
  const all = groups.flatMap(({ rules }) => rules.map(({ id }) => id));
  const twice = all.find((id, index) => all.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Two rules have the id ${twice}`);
  return groups;
}

async function readRule(group: string, id: string): Promise<RuleFacts> {
  const exported = await import(`../../server/src/rules/${group}/${id}.ts`);
  const rule: Rule | undefined = exported[exportOfRule(id)];
  if (rule?.id === id) return rule;
  throw new Error(`server/src/rules/${group}/${id}.ts must export the rule \`${id}\` as \`${exportOfRule(id)}\``);
}

/** The name under which a file exports its rule: `nameFormat` for `name-format`. */
export function exportOfRule(id: string): string {
  return id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
