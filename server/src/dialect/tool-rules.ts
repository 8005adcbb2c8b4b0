/**
 * The permission rules in a text such as `allowed-tools: Read, Bash(git *)`: separated by commas or white space, which
 * do not count inside parentheses. An unclosed parenthesis runs to the end.
 */
export function splitToolRules(text: string): string[] {
  return text.match(/(?:\([^)]*(?:\)|$)|[^\s,(])+/g) ?? [];
}
