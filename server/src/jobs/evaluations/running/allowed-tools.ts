import { isMcpToolName, isToolName } from '../../../dialect/tools/tools.ts';

/** The rules in a text such as `Read,Bash(npm *)`: separated by commas or spaces, except in parentheses. */
export function toolNamesIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:\([^)]*(?:\)|$)|[^\s,(])+/g)].map(([rule]) => rule);
}

/** The name of a tool without what a rule says of its input. */
function bareName(rule: string): string {
  return rule.replace(/\(.*$/s, '').trim();
}

/** The first one that no release has; undefined if all exist. */
export function unknownToolIn(rules: readonly string[]): string | undefined {
  return rules.map(bareName).find((name) => !isToolName(name) && !isMcpToolName(name));
}
