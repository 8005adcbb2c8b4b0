import type { TextRange } from '../../document/text-range.ts';
import type { Fix } from '../rule.ts';

/**
 * A one-line text as a quoted YAML scalar that means exactly this text. The quotes are the ones that need fewer escapes,
 * double ones where that is equal.
 */
export function quoteYaml(text: string): string {
  const inDouble = text.match(/["\\]/g)?.length ?? 0;
  const inSingle = text.match(/'/g)?.length ?? 0;
  return inDouble <= inSingle
    ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `'${text.replaceAll("'", "''")}'`;
}

/** Puts a one-line value in quotes, so that every YAML reader takes it for this very text. */
export function quoteFix(key: string, text: string, range: TextRange, safe: boolean): Fix {
  return {
    title: `Quote ${valueName(key)}`,
    safe,
    edits: [{ range, newText: quoteYaml(text.slice(range.start, range.end)) }],
  };
}

/** How titles and messages call a field's value. */
export function valueName(key: string): string {
  return /^(description|name|model)$/.test(key) ? `the ${key}` : `the value of \`${key}\``;
}
