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

/** Whether a text is what a pattern with `*` describes, in linear time. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = indexOfPart(text, part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Longer parts are looked for by our own means: the engine starts again at every place where one almost is. */
const shortPart = 32;

/** Where a text has a part, from a place on; -1 for nowhere. Linear (Knuth, Morris and Pratt). */
function indexOfPart(text: string, part: string, from: number): number {
  if (part.length <= shortPart) return text.indexOf(part, from);
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1]!;
    if (text[at] === part[matched]) matched++;
    if (matched === part.length) return at - matched + 1;
  }
  return -1;
}

/** For each beginning of a text, how much of it is its end too. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let border = 0;
  for (let at = 1; at < part.length; at++) {
    while (border > 0 && part[at] !== part[border]) border = borders[border - 1]!;
    if (part[at] === part[border]) border++;
    borders[at] = border;
  }
  return borders;
}
