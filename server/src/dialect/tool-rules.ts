/**
 * The permission rules in a string such as `allowed-tools: Read, Bash(git *)`: separated by commas or whitespace,
 * except inside parentheses. An unclosed parenthesis runs to the end.
 */
export function splitToolRules(text: string): string[] {
  return text.match(/(?:\([^)]*(?:\)|$)|[^\s,(])+/g) ?? [];
}
