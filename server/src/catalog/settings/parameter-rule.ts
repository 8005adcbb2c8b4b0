/*
 * `Tool(parameter:value)` in the rules of the latest client: it speaks of what a call is given. Such rules count in
 * `deny` and `ask` only. `*` stands for any text.
 */

/** What a rule says of a parameter. */
export interface ParameterRule {
  readonly parameter: string;
  /** May hold `*`. */
  readonly value: string;
  /** What stands between the parentheses. */
  readonly content: string;
}

/** Reads a rule about one of the parameters of a tool; undefined for any other rule. */
export function readParameterRule(
  rule: string,
  tool: string,
  parameters: readonly string[],
): ParameterRule | undefined {
  if (!rule.startsWith(`${tool}(`) || !rule.endsWith(')')) return undefined;
  const content = rule.slice(tool.length + 1, -1);
  const colon = content.indexOf(':');
  const parameter = content.slice(0, Math.max(colon, 0)).trim();
  return parameters.includes(parameter) ? { parameter, value: content.slice(colon + 1).trim(), content } : undefined;
}
