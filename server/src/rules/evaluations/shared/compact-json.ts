/**
 * An expression for the input of a call, without the spaces between a quote and the next that compact JSON does not have:
 * `"skill": "memo"` never matches, `"skill":"memo"` does. A quote in a value is written with a backslash there.
 */
export function compactJson(expression: string): string {
  return expression.replace(/(?<!\\)"([:,]) +(?=")/g, '"$1');
}
