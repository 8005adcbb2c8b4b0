import dialects from '../../../../schemas/dialects.json' with { type: 'json' };
import { maxParts, type PartCounter } from '../body-parts.ts';
import type { RuntimeId } from '../runtime-id.ts';
import type { Placeholder } from '../skill-document.ts';
import type { TextRange } from '../text/text-range.ts';
import { readPlaceholders } from './placeholder-tokens.ts';

/**
 * The placeholders of a body in source order, escaped ones included.
 *
 * @param names the names declared in `arguments`
 * @param parts limits how many are kept
 */
export function scanPlaceholders(
  text: string,
  range: TextRange,
  names: readonly string[],
  runtime: RuntimeId,
  parts: PartCounter,
): Placeholder[] {
  const found: Placeholder[] = [];
  // Which variables have values depends on where a text is used; here, those count that have one anywhere.
  const isVariable = (name: string) => dialects.variables.some((it) => it.name === name && it.in[runtime].length > 0);
  const body = text.slice(range.start, range.end);
  const { tokens, end } = readPlaceholders(body, { runtime, names, isVariable }, maxParts + 1, range.start);
  for (const token of tokens) {
    if (token.kind === 'escape' || token.kind === 'reserved') continue;
    if (!parts.take(token.range.start)) break;
    found.push(token);
  }
  if (end < range.end) parts.cut(end);
  return found;
}
