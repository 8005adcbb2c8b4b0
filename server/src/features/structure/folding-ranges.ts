import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver-types';
import { MAX_EDITOR_ITEMS } from '../../dialect/limits.ts';
import { sections } from '../../document/markdown/sections.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../document/yaml/yaml-value.ts';

/**
 * The ranges that fold: the frontmatter with its fields and their lists, and in the body sections, fences and comments.
 *
 * @param body whether the editor leaves the folding of markdown to us
 */
export function foldingRanges(document: SkillDocument, body: boolean): FoldingRange[] {
  const { frontmatter, lines } = document;
  const folds: FoldingRange[] = [];
  const add = (range: TextRange, kind?: FoldingRangeKind) => {
    const startLine = lines.lineAt(range.start);
    const endLine = lines.lineAt(range.end);
    if (startLine < endLine && folds.length < MAX_EDITOR_ITEMS)
      folds.push(kind ? { startLine, endLine, kind } : { startLine, endLine });
  };
  if (frontmatter.block) add({ start: frontmatter.block.open.start, end: frontmatter.block.close.end });
  for (const entry of frontmatter.entries) for (const range of entriesIn(entry)) add(range);
  if (!body) return folds;
  for (const { range } of sections(document)) add(range);
  for (const { kind, range } of document.body.code) if (kind === 'fence') add(range);
  for (const range of document.body.comments) add(range, FoldingRangeKind.Comment);
  return folds;
}

/** An entry, and those inside of its value. */
function* entriesIn({ range, value }: MapEntry): Generator<TextRange> {
  yield range;
  yield* rangesIn(value);
}

function* rangesIn(value: YamlValue): Generator<TextRange> {
  if (value.kind === 'map') for (const entry of value.entries) yield* entriesIn(entry);
  if (value.kind === 'list') {
    for (const item of value.items) {
      if (item.kind !== 'scalar') yield item.range;
      yield* rangesIn(item);
    }
  }
}
