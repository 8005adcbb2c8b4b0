import type { TextRange } from '../../document/text/text-range.ts';
import { type Value, valueAt } from '../values/value.ts';
import type { EvaluationFile } from './read-evaluation.ts';

/** The `allowed_tools` of a file of a case; undefined if it lists none. */
export function allowedToolsIn({ kind, data }: EvaluationFile): Value | undefined {
  return kind === 'eval-prompt' ? valueAt(data, 'allowed_tools') : valueAt(data, 'execution', 'allowed_tools');
}

/**
 * The edit that adds tools to `allowed_tools`; undefined where the place depends on how the author indents: in a definition
 * without the list, and in a list in lines of its own.
 */
export function allowedToolsEdit(
  file: EvaluationFile,
  tools: readonly string[],
): { readonly range: TextRange; readonly newText: string } | undefined {
  const place = placeFor(file, allowedToolsIn(file));
  if (!place) return undefined;
  const list = tools.join(', ');
  const newText = place.isInList ? `${place.isEmpty ? '' : ', '}${list}` : `${place.lineBreak}allowed_tools: [${list}]`;
  return { range: place.range, newText };
}

function placeFor({ kind, text, head, hasFrontmatter }: EvaluationFile, written: Value | undefined) {
  if (written?.kind === 'list' && text[written.range.end - 1] === ']') {
    const end = text.slice(0, written.range.end - 1).trimEnd().length;
    // After a comma at the end, another one would be an empty item.
    if (text[end - 1] === ',') return undefined;
    return { range: emptyAt(end), isInList: true, isEmpty: written.items.length === 0, lineBreak: '' };
  }
  if (written || kind !== 'eval-prompt' || !hasFrontmatter) return undefined;
  const lineBreak = text.startsWith('\r\n', head.end) ? '\r\n' : '\n';
  return { range: emptyAt(head.end), isInList: false, isEmpty: false, lineBreak };
}

function emptyAt(offset: number): TextRange {
  return { start: offset, end: offset };
}
