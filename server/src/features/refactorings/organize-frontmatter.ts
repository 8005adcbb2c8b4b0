import { fieldsFor } from '../../dialect/fields.ts';
import { readDocument } from '../../document/read-document.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { hasOwnKey } from '../../rules/edits/field-edits.ts';
import { isInBraces } from '../../rules/edits/write-field.ts';
import type { TextEdit } from '../../rules/rule.ts';

/** A field with the lines that stay with it: comments directly above it, and empty lines above those. */
interface Block {
  readonly field: Field;
  readonly range: TextRange;
}

/**
 * The edit that puts the fields into the order of the schema; others follow in the order they have. Comments stay with
 * the field below them. Undefined if the fields are in that order, or where moving lines would change what they mean.
 */
export function organizeFrontmatter(document: SkillDocument, kind: FileKind): TextEdit | undefined {
  const blocks = fieldBlocks(document);
  if (!blocks) return undefined;
  const order = new Map(fieldsFor(kind).map(({ name }, index) => [name, index]));
  const rankOf = ({ field }: Block) => order.get(field.key) ?? order.size;
  const ordered = blocks.toSorted((a, b) => rankOf(a) - rankOf(b));
  const first = blocks.findIndex((block, index) => block !== ordered[index]);
  if (first < 0) return undefined;
  const last = blocks.findLastIndex((block, index) => block !== ordered[index]);
  const { text } = document;
  const edit = {
    range: textRange(blocks[first]!.range.start, blocks[last]!.range.end),
    newText: ordered
      .slice(first, last + 1)
      .map(({ range }) => text.slice(range.start, range.end))
      .join(''),
  };
  return keepsValues(document, edit, kind) ? edit : undefined;
}

/** Undefined unless every field is on lines of its own. */
function fieldBlocks(document: SkillDocument): Block[] | undefined {
  const { text, lines, frontmatter } = document;
  const { block, entries, repeated, reading } = frontmatter;
  const isReadable = (reading === 'read' || reading === 'repaired') && repeated.length === 0;
  if (!block || !isReadable || entries.length < 2 || isInBraces(document)) return undefined;
  if (lines.startOf(lines.lineAt(block.close.start)) !== block.close.start) return undefined;
  const blocks: Block[] = [];
  let reached = block.content.start;
  for (const field of entries) {
    const keyStart = lines.startOf(lines.lineAt(field.keyRange.start));
    if (keyStart < reached || keyStart !== field.keyRange.start || !hasOwnKey(text, field)) return undefined;
    const start = startOfBlock(text, reached, keyStart, blocks.length === 0);
    // Lines below a value belong to it.
    const previous = blocks.at(-1);
    if (previous) blocks[blocks.length - 1] = { ...previous, range: textRange(previous.range.start, start) };
    reached = lines.startOf(endLine(document, field) + 1);
    blocks.push({ field, range: textRange(start, reached) });
  }
  return blocks;
}

function endLine({ lines }: SkillDocument, { keyRange, range }: Field): number {
  // A block scalar ends at the start of the line after it.
  const isNextLine = range.end > keyRange.end && lines.startOf(lines.lineAt(range.end)) === range.end;
  return lines.lineAt(range.end) - (isNextLine ? 1 : 0);
}

/** @param isFirst a comment above the first field, with an empty line between, is about the whole file */
function startOfBlock(text: string, from: number, keyStart: number, isFirst: boolean): number {
  const above = text.slice(from, keyStart);
  const comments = /(?:[ \t]*#[^\r\n]*(?:\r\n|\r|\n))*$/.exec(above)![0];
  const blank = isFirst ? '' : /(?:[ \t]*(?:\r\n|\r|\n))*$/.exec(above.slice(0, above.length - comments.length))![0];
  return keyStart - comments.length - blank.length;
}

/** Whether Claude Code reads the same values afterwards: an anchor, for example, must come before its alias. */
function keepsValues(document: SkillDocument, { range, newText }: TextEdit, kind: FileKind): boolean {
  const { text, runtime, frontmatter } = document;
  const changed = text.slice(0, range.start) + newText + text.slice(range.end);
  const after = readDocument(changed, runtime, kind).frontmatter;
  return after.reading === frontmatter.reading && valuesOf(after.fields) === valuesOf(frontmatter.fields);
}

function valuesOf(fields: ReadonlyMap<string, Field>): string {
  const values = [...fields].map(([key, { value }]) => [key, value] as const);
  // Where and how a value is written may change.
  return JSON.stringify(
    values.sort(([a], [b]) => (a < b ? -1 : 1)),
    (key, part) =>
      /^(range|keyRange|style|flow)$/.test(key) ? undefined : typeof part === 'bigint' ? String(part) : part,
  );
}
