import { findField } from '../../dialect/fields.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { LineIndex } from '../../document/text/line-index.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { once } from '../../platform/once.ts';
import { type FieldLine, isMarker, keyOfLine, lineAfterFields, scanFrontmatterLines } from './frontmatter-lines.ts';

/** Text that was evidently meant as frontmatter, but does not start as Claude Code requires. */
export interface DisplacedFrontmatter {
  readonly cause: /** Text, comments or blank lines before the opening marker. */
    | 'text-before'
    /** The whole file, or its frontmatter, is wrapped in a code fence. */
    | 'fence-before'
    /** Another line is where `---` should be: `----`, `+++`, a code fence. */
    | 'wrong-marker'
    /** The fields start without a marker. */
    | 'no-marker';
  /** The text in the way; the first field's line for `no-marker`. */
  readonly range: TextRange;
  /** The line of the opening marker, or where it should be. */
  readonly openLine: number;
  /** The line of the closing marker, right or wrong; undefined when it is missing too. */
  readonly closeLine: number | undefined;
  /** The line after the last field. */
  readonly fieldsEnd: number;
}

/** How far down a marker still counts as the opening one. */
const lastOpenLine = 60;
/** Lines of ordinary text before the marker, headings included, that may still be a preamble. */
const maxTextLines = 5;

const fenceLine = /^(`{3,}|~{3,})[ \t]*(?:[\w-]+[ \t]*)?$/;
/** For lines without whitespace at their end. */
const markerLike =
  /^(-{4,}|---[ \t]+\S.*|---(?:toml|ya?ml|json)|;{3,}|--|[–—]-?[–—-]{0,2}|\+{3,}|={3,}|\*{3,}|(`{3,}|~{3,})[ \t]*(ya?ml)?)$/is;
/** Frontmatter in TOML or JSON, as other tools read it. */
const otherFormat = /^(?:\+{3}|;{3}|---(?:toml|json)$)/i;
/** A key of such a line. */
const otherKey = /^\s*["']?([\w-]+)["']?[ \t]*[=:]/;

/**
 * Finds frontmatter that does not start at the first character. Reports only clear cases: a block of `key: …` lines
 * with a field of this kind of file, and its marker.
 */
export function findDisplacedFrontmatter(document: SkillDocument, kind: FileKind): DisplacedFrontmatter | undefined {
  const { lines, frontmatter } = document;
  if (frontmatter.reading !== 'absent' || isMarker(lineText(lines, 0))) return undefined;
  return findWrongMarker(document, kind) ?? findNoMarker(lines, kind) ?? findTextBefore(document, kind);
}

function findTextBefore(document: SkillDocument, kind: FileKind): DisplacedFrontmatter | undefined {
  const { text, lines } = document;
  let inComment = false;
  let fences = 0;
  let textLines = 0;
  let announced = false;
  const limit = Math.min(lines.count, lastOpenLine);
  for (let line = 0; line < limit; line++) {
    const content = withoutUnseen(lineText(lines, line));
    if (content === '---' && !inComment) {
      const block = scanFrontmatterLines(lines, line + 1, kind);
      const closed = block.end < lines.count && isMarker(lines.textOf(block.end));
      const wrapped = fences === 1 && textLines === 0;
      if (!closed || announced || (fences > 0 && !wrapped) || !isTelling(block.fields, kind, textLines > 0)) {
        return undefined;
      }
      const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
      const marker = lines.startOf(line) + lines.textOf(line).indexOf('---');
      return {
        cause: wrapped ? 'fence-before' : 'text-before',
        range: firstLineOf(text, start, marker),
        openLine: line,
        closeLine: block.end,
        fieldsEnd: block.end,
      };
    }
    if (inComment || content.startsWith('<!--')) inComment = !content.includes('-->');
    else if (fenceLine.test(content)) fences++;
    else if (content !== '') {
      announced = content.endsWith(':');
      if (++textLines > maxTextLines) return undefined;
    }
  }
  return undefined;
}

/** Whether fields can only be meant as frontmatter; below other text they might be an example. */
function isTelling(fields: readonly FieldLine[], kind: FileKind, belowText: boolean): boolean {
  const described = fields.some(({ key }) => key === 'description');
  if (belowText) return described;
  return kind === 'skill' ? described || fields.some(({ key }) => key === 'name') : fields.length > 0;
}

function findWrongMarker({ lines }: SkillDocument, kind: FileKind): DisplacedFrontmatter | undefined {
  const first = lineText(lines, 0).trimEnd();
  if (!markerLike.test(first) || first.trim() === '') return undefined;
  const block = scanFrontmatterLines(lines, 1, kind);
  let close = block.end;
  let known = block.fields.length > 0;
  if (otherFormat.test(first) && !known) {
    const last = first.startsWith('-') ? '---' : first.slice(0, 3);
    const limit = Math.min(lines.count, lastOpenLine);
    close = 1;
    while (close < limit && !lines.textOf(close).startsWith(last)) {
      const key = otherKey.exec(lines.textOf(close))?.[1];
      known ||= key !== undefined && findField(key, kind) !== undefined;
      close++;
    }
    if (close === limit) return undefined;
  }
  if (!known || close >= lines.count) return undefined;
  const last = lines.textOf(close).trimEnd();
  if (!markerLike.test(last) && !isMarker(last)) return undefined;
  return {
    cause: 'wrong-marker',
    range: wholeLine(lines, 0),
    openLine: 0,
    closeLine: close,
    fieldsEnd: close,
  };
}

function findNoMarker(lines: LineIndex, kind: FileKind): DisplacedFrontmatter | undefined {
  const firstKey = keyOfLine(lineText(lines, 0));
  if (firstKey === undefined || !findField(firstKey, kind)) return undefined;
  const block = scanFrontmatterLines(lines, 0, kind);
  const closed = block.end < lines.count && isMarker(lines.textOf(block.end));
  const keys = block.fields.map(({ key }) => key);
  if (!closed && !(keys.includes('description') && new Set(keys).size > 1)) return undefined;
  return {
    cause: 'no-marker',
    range: wholeLine(lines, 0),
    openLine: 0,
    closeLine: closed ? block.end : undefined,
    fieldsEnd: closed ? block.end : lineAfterFields(lines, block),
  };
}

/** Whitespace, and characters that no editor shows: byte order marks, zero-width spaces, controls. */
const unseenStart = once(() => /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u);

/** A text without invisible characters before it, and without whitespace after it. */
export function withoutUnseen(text: string): string {
  return text.replace(unseenStart(), '').trimEnd();
}

/** A line without a byte order mark. */
function lineText(lines: LineIndex, line: number): string {
  const text = lines.textOf(line);
  return line === 0 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function wholeLine(lines: LineIndex, line: number): TextRange {
  const text = lineText(lines, line);
  const end = lines.endOf(line);
  return textRange(end - text.length, end - (text.length - text.trimEnd().length));
}

/** The first non-blank line between the offsets, or the whole range if there is none. */
function firstLineOf(text: string, start: number, end: number): TextRange {
  const before = text.slice(start, end);
  const content = before.replace(unseenStart(), '');
  if (content === '') return textRange(start, end);
  const from = start + before.length - content.length;
  return textRange(from, from + content.split(/[\r\n]/, 1)[0]!.trimEnd().length);
}
