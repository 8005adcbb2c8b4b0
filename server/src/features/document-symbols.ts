import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { Heading, SkillDocument } from '../document/skill-document.ts';
import { type TextRange, textRange } from '../document/text-range.ts';
import type { MapEntry, YamlValue } from '../document/yaml-value.ts';
import { toLspRange } from './lsp-range.ts';
import { sections } from './sections.ts';

/** Longer values are cut in the outline, in UTF-16 units. */
const longestDetail = 60;

/** The outline: the fields of the frontmatter, then the headings of the body, nested. */
export function documentSymbols(document: SkillDocument, headings: boolean): DocumentSymbol[] {
  const fields = document.frontmatter.entries.map((entry) => fieldSymbol(entry, document));
  return headings ? [...fields, ...headingSymbols(document)] : fields;
}

function fieldSymbol(entry: MapEntry, document: SkillDocument): DocumentSymbol {
  const symbol = symbolOf(entry.key || '(empty)', SymbolKind.Property, entry.range, entry.keyRange, document);
  const detail = detailOf(entry.value, document);
  if (detail !== '') symbol.detail = detail;
  const children = childEntries(entry.value).map((child) => fieldSymbol(child, document));
  if (children.length > 0) symbol.children = children;
  return symbol;
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
  const line = shown.replace(/\s+/g, ' ').trim();
  return line.length > longestDetail ? `${line.slice(0, longestDetail - 1).trimEnd()}…` : line;
}

function headingSymbols(document: SkillDocument): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  const open: { heading: Heading; symbol: DocumentSymbol }[] = [];
  for (const { heading, range } of sections(document)) {
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
  // The protocol wants the selection inside the whole.
  const whole = textRange(Math.min(range.start, selected.start), Math.max(range.end, selected.end));
  return { name, kind, range: toLspRange(lines, whole), selectionRange: toLspRange(lines, selected) };
}
