/*
 * `Tool(parameter:value)` in the rules of the latest release: it matches a parameter of a call. Such rules count in
 * `deny` and `ask` only. `*` matches any text.
 */

/** A rule's condition on a parameter. */
interface ParameterRule {
  readonly parameter: string;
  /** May contain `*`. */
  readonly value: string;
  /** The text between the parentheses. */
  readonly content: string;
}

/** Reads a rule about one of a tool's parameters; undefined for any other rule. */
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
