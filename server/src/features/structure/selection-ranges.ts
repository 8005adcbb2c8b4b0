import type { SelectionRange } from 'vscode-languageserver-types';
import { sections } from '../../document/markdown/sections.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { rangeHolds, type TextRange, textRange } from '../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../document/yaml/yaml-value.ts';
import { toLspRange } from '../text/lsp-range.ts';

/** How a selection grows from a cursor: over values and fields, or over code, links and sections, to the whole text. */
export function selectionRange(document: SkillDocument, offset: number): SelectionRange {
  let grown: SelectionRange = { range: toLspRange(document.lines, textRange(0, document.text.length)) };
  let around = textRange(0, document.text.length);
  for (const range of widestFirst(partsAt(document, offset))) {
    const isSame = range.start === around.start && range.end === around.end;
    // Each range is inside the one around it, as the protocol requires.
    if (isSame || range.start < around.start || range.end > around.end) continue;
    grown = { range: toLspRange(document.lines, range), parent: grown };
    around = range;
  }
  return grown;
}

function widestFirst(ranges: readonly TextRange[]): TextRange[] {
  return ranges.toSorted((a, b) => b.end - b.start - (a.end - a.start));
}

function partsAt(document: SkillDocument, offset: number): TextRange[] {
  const { block, entries } = document.frontmatter;
  const isHere = (range: TextRange) => rangeHolds(range, offset);
  if (block && isHere(textRange(block.open.start, block.close.end))) {
    const whole = textRange(block.open.start, block.close.end);
    return [whole, block.content, ...entries.flatMap((entry) => partsOfEntry(entry, offset, document.text))].filter(
      isHere,
    );
  }
  return partsOfBody(document).filter(isHere);
}

function* partsOfBodyLists({ body }: SkillDocument): Generator<TextRange> {
  for (const { range } of body.placeholders) yield range;
  for (const { range, commandRange } of body.injections) yield* [commandRange, range];
  for (const { range, content } of body.code) yield* [content, range];
  for (const { range, targetRange } of body.links) yield* [targetRange, range];
  yield* body.comments;
}

function partsOfBody(document: SkillDocument): TextRange[] {
  const { body } = document;
  const ofSections = sections(document).flatMap(({ heading, range }) => [heading.range, range]);
  return [body.range, ...ofSections, ...partsOfBodyLists(document)];
}

/** The entry, its key, and what of its value holds an offset. */
function partsOfEntry({ range, keyRange, value }: MapEntry, offset: number, text: string): TextRange[] {
  return rangeHolds(range, offset) ? [range, keyRange, ...partsOfValue(value, offset, text)] : [];
}

function partsOfValue(value: YamlValue, offset: number, text: string): TextRange[] {
  const { range } = value;
  if (!rangeHolds(range, offset)) return [];
  if (value.kind === 'list') return [range, ...value.items.flatMap((item) => partsOfValue(item, offset, text))];
  if (value.kind === 'map') return [range, ...value.entries.flatMap((entry) => partsOfEntry(entry, offset, text))];
  const isQuoted = value.style === 'single-quoted' || value.style === 'double-quoted';
  const closes = isQuoted && range.end - range.start > 1 && text[range.end - 1] === text[range.start];
  return closes ? [range, textRange(range.start + 1, range.end - 1)] : [range];
}
