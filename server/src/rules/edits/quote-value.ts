import type { TextRange } from '../../document/text/text-range.ts';
import type { Fix } from '../rule.ts';

/**
 * A one-line string as a quoted YAML scalar with exactly this value. Uses the quotes that need fewer escapes, double
 * ones if that is equal.
 */
export function quoteYaml(text: string): string {
  const inDouble = text.match(/["\\]/g)?.length ?? 0;
  const inSingle = text.match(/'/g)?.length ?? 0;
  return inDouble <= inSingle
    ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `'${text.replaceAll("'", "''")}'`;
}

/** Quotes a one-line value, so that every YAML reader reads exactly this string. */
export function quoteFix(key: string, text: string, range: TextRange, safe: boolean): Fix {
  return {
    title: `Quote ${valueName(key)}`,
    safe,
    edits: [{ range, newText: quoteYaml(text.slice(range.start, range.end)) }],
  };
}

/** How titles and messages refer to a field's value. */
export function valueName(key: string): string {
  return /^(description|name|model)$/.test(key) ? `the ${key}` : `the value of \`${key}\``;
}
