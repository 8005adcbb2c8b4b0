import { type DocumentSymbol, type Position, SymbolKind } from 'vscode-languageserver-types';
import { MAX_EDITOR_ITEMS } from '../../dialect/limits.ts';
import { sections } from '../../document/markdown/sections.ts';
import type { Heading, SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../document/yaml/yaml-value.ts';
import { toLspRange } from '../text/lsp-range.ts';

/** Longer values are cut in the outline, in UTF-16 units. */
const maxDetailLength = 60;

/** Length of a value that is read for it: it may contain long whitespace. */
const maxReadLength = 1000;

/** The outline: the fields of the frontmatter, then the headings of the body, nested. */
export function documentSymbols(document: SkillDocument, headings: boolean): DocumentSymbol[] {
  const room = { left: MAX_EDITOR_ITEMS };
  const fields = fieldSymbols(document.frontmatter.entries, document, room);
  return headings ? [...fields, ...headingSymbols(document, room)] : fields;
}

/** Number of entries left for the outline. */
interface Room {
  left: number;
}

function fieldSymbols(entries: readonly MapEntry[], document: SkillDocument, room: Room): DocumentSymbol[] {
  const symbols: DocumentSymbol[] = [];
  for (const entry of entries) {
    if (room.left-- <= 0) return room.left === -1 ? [...symbols, leftOut(entry.keyRange, document)] : symbols;
    symbols.push(fieldSymbol(entry, document, room));
  }
  return symbols;
}

/** Adds one entry at the end if the outline is incomplete. */
function leftOut(range: TextRange, document: SkillDocument): DocumentSymbol {
  const count = inThousands(MAX_EDITOR_ITEMS);
  return symbolOf(`(Only the first ${count} entries are listed)`, SymbolKind.Null, range, range, document);
}

function fieldSymbol(entry: MapEntry, document: SkillDocument, room: Room): DocumentSymbol {
  const name = entry.key.trim() === '' ? '(empty)' : entry.key;
  const symbol = symbolOf(name, SymbolKind.Property, entry.range, entry.keyRange, document);
  const detail = detailOf(entry.value, document);
  if (detail !== '') symbol.detail = detail;
  const children = fieldSymbols(childEntries(entry.value), document, room);
  if (children.length === 0) return symbol;
  symbol.children = children;
  // A space after the colon is before an empty value, and the mapping around it ends before that space.
  const { end } = children.at(-1)!.range;
  if (isAfter(end, symbol.range.end)) symbol.range = { start: symbol.range.start, end };
  return symbol;
}

function isAfter(one: Position, other: Position): boolean {
  return one.line > other.line || (one.line === other.line && one.character > other.character);
}

/** The keys of a map. Lists are left out: their items have no names. */
function childEntries(value: YamlValue): readonly MapEntry[] {
  return value.kind === 'map' ? value.entries : [];
}

function detailOf(value: YamlValue, { text }: SkillDocument): string {
  if (value.kind === 'map') return '';
  const shown =
    value.kind === 'scalar' && value.value !== null
      ? String(value.value)
      : text.slice(value.range.start, value.range.end);
  const line = shown.slice(0, maxReadLength).replace(/\s+/g, ' ').trim();
  return line.length > maxDetailLength ? `${line.slice(0, maxDetailLength - 1).trimEnd()}…` : line;
}

function headingSymbols(document: SkillDocument, room: Room): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  const open: { heading: Heading; symbol: DocumentSymbol }[] = [];
  for (const { heading, range } of sections(document)) {
    if (room.left-- <= 0) {
      if (room.left === -1) top.push(leftOut(heading.range, document));
      break;
    }
    const name = heading.text.trim() || '(empty)';
    const symbol = { ...symbolOf(name, SymbolKind.String, range, heading.range, document), children: [] };
    while (open.length > 0 && open.at(-1)!.heading.level >= heading.level) open.pop();
    const parent = open.at(-1)?.symbol;
    const siblings = parent ? parent.children! : top;
    siblings.push(symbol);
    open.push({ heading, symbol });
  }
  return top;
}

function symbolOf(
  name: string,
  kind: SymbolKind,
  range: TextRange,
  selected: TextRange,
  { lines }: SkillDocument,
): DocumentSymbol {
  // The protocol requires the selection inside the range.
  const whole = textRange(Math.min(range.start, selected.start), Math.max(range.end, selected.end));
  return { name, kind, range: toLspRange(lines, whole), selectionRange: toLspRange(lines, selected) };
}
