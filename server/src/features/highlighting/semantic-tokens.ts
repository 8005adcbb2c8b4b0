import type { SemanticTokensEdit, SemanticTokensLegend } from 'vscode-languageserver-types';
import type { TextRange } from '../../document/text/text-range.ts';
import type { OpenFile } from '../check/open-file.ts';
import { highlightModifiers, highlightTypes } from './highlight.ts';
import { highlights } from './highlights.ts';

/** The types and modifiers to which the numbers of {@link semanticTokens} refer. */
export const semanticTokensLegend: SemanticTokensLegend = {
  tokenTypes: [...highlightTypes],
  tokenModifiers: [...highlightModifiers],
};

/**
 * The colored parts in the protocol's form: five numbers per token, relative to the token before. No token
 * spans several lines, which few editors support.
 *
 * @param within only tokens that touch this range
 */
export function semanticTokens(open: OpenFile, within?: TextRange): number[] {
  const { lines } = open.document;
  const data: number[] = [];
  let before = { line: 0, character: 0 };
  for (const { start, end, type, isReadonly } of highlights(open)) {
    if (within && (end < within.start || start > within.end)) continue;
    const last = lines.lineAt(end);
    for (let line = lines.lineAt(start); line <= last; line++) {
      const lineStart = lines.startOf(line);
      const from = Math.max(start, lineStart);
      const length = Math.min(end, lines.endOf(line)) - from;
      if (length <= 0) continue;
      const character = from - lineStart;
      const moved = line === before.line ? character - before.character : character;
      data.push(line - before.line, moved, length, highlightTypes.indexOf(type), isReadonly ? 1 : 0);
      before = { line, character };
    }
  }
  return data;
}

/** The edits that turn one answer of {@link semanticTokens} into another: a change is in one place, so at most one. */
export function semanticTokensEdits(before: readonly number[], now: readonly number[]): SemanticTokensEdit[] {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === now.at(-1 - same)) same++;
  const deleteCount = before.length - start - same;
  const data = now.slice(start, now.length - same);
  return deleteCount === 0 && data.length === 0 ? [] : [{ start, deleteCount, data }];
}
