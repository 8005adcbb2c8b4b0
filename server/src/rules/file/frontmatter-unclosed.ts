import { findField } from '../../dialect/fields.ts';
import { consumerFacts } from '../../dialect/targets.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { Fix, Rule } from '../rule.ts';
import { isMarker, keyOfLine, lineAfterFields, listKeys, scanFrontmatterLines } from '../yaml/frontmatter-lines.ts';

/** Frontmatter without the line that ends it. */
interface UnclosedFrontmatter {
  readonly cause: /** Nothing ends it. */
    | 'missing'
    /** Another line, such as `...`, is where `---` should be. */
    | 'wrong-marker'
    /** Such a line is between fields that a real marker ends. */
    | 'between-fields'
    /** Lines end with carriage returns alone, which the runtime does not read as line endings. */
    | 'carriage-returns';
  readonly range: TextRange;
  /** The line before which the marker is missing, or that is in its place. */
  readonly endLine: number;
  readonly keys: readonly string[];
}

/** Frontmatter that opens and never closes, or closes only at some `---` of the body. */
export const frontmatterUnclosed: Rule = {
  id: 'frontmatter-unclosed',
  level: 'error',
  kinds: ['skill', 'command', 'agent'],
  summary: 'Frontmatter that opens with `---` but is never closed by a `---` line',
  source: 'test/conformance: own-only-open, own-doc-end-text',
  check({ document, file }, report) {
    const unclosed = findUnclosedFrontmatter(document, file.kind);
    if (!unclosed) return;
    const body = consequenceOf(unclosed, document);
    const keys = listKeys(unclosed.keys);
    const loss = keys ? ` and ${keys} ${unclosed.keys.length > 1 ? 'are' : 'is'} lost` : '';
    report({
      range: unclosed.range,
      alone: true,
      message: `${causes[unclosed.cause]}: Claude Code ${body}${loss}. ${advice[unclosed.cause]}`,
      fixes: [fixOf(unclosed, document)],
    });
  },
};

function consequenceOf({ cause }: UnclosedFrontmatter, { frontmatter }: SkillDocument): string {
  if (cause === 'between-fields') return 'finds no field above or below it';
  return frontmatter.block ? 'reads the text up to the next `---` as frontmatter' : 'reads the whole file as body';
}

const causes: Readonly<Record<UnclosedFrontmatter['cause'], string>> = {
  missing: 'No `---` line ends the frontmatter',
  'wrong-marker': 'This line does not end the frontmatter',
  'between-fields': 'This line breaks the frontmatter in two',
  'carriage-returns': 'The lines of this file end with only a carriage return, so nothing ends the frontmatter',
};

const advice: Readonly<Record<UnclosedFrontmatter['cause'], string>> = {
  missing: 'Insert a `---` line after the last field',
  'wrong-marker': 'Write `---` instead',
  'between-fields': 'Remove the line',
  'carriage-returns': 'Save the file with LF or CRLF line endings',
};

const markerLike = /^(\.\.\.|\+{3,}|--|[–—][–—-]{0,2}|={3,}|\*{3,}|`{3,})\s*$/;
const bodyLine = /^(#{1,6}\s+\S|`{3,}|~{3,})/;

/**
 * Finds frontmatter with fields of this kind of file that was evidently meant to end at a line that does not end it.
 */
export function findUnclosedFrontmatter(document: SkillDocument, kind: FileKind): UnclosedFrontmatter | undefined {
  const { text, lines, frontmatter, runtime } = document;
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!isMarker(text.slice(start, lines.endOf(0)))) return undefined;
  const { reading, block } = frontmatter;
  if (reading === 'read' || reading === 'repaired') return undefined;
  if (start > 0 && consumerFacts(runtime).bom === 'rejected') return undefined;
  const open = textRange(start, start + 3);
  const scanned = scanFrontmatterLines(lines, 1, kind);
  const keys = scanned.fields.map(({ key }) => key);
  if (!block && text.includes('\r') && !text.includes('\n')) {
    return { cause: 'carriage-returns', range: open, endLine: scanned.end, keys };
  }
  const closeLine = block ? lines.lineAt(block.close.start) : lines.count;
  const untouched = text.slice(lines.startOf(1)).trim() === '';
  if (scanned.fields.length === 0 && !untouched) return undefined;
  if (scanned.end < closeLine && markerLike.test(lines.textOf(scanned.end))) {
    const range = textRange(
      lines.startOf(scanned.end),
      lines.startOf(scanned.end) + lines.textOf(scanned.end).trimEnd().length,
    );
    const below = scanFrontmatterLines(lines, scanned.end + 1, kind);
    if (below.end === closeLine && below.fields.length > 0 && block) {
      const allKeys = [...keys, ...below.fields.map(({ key }) => key)];
      return { cause: 'between-fields', range, endLine: scanned.end, keys: allKeys };
    }
    return { cause: 'wrong-marker', range, endLine: scanned.end, keys };
  }
  const endLine = untouched ? lines.count : lineAfterFields(lines, scanned);
  if (!block) return { cause: 'missing', range: open, endLine, keys };
  return bodyStarts(document, endLine, closeLine, scanned.end, kind)
    ? { cause: 'missing', range: open, endLine, keys }
    : undefined;
}

/** Whether the fields are followed by a blank line and a heading or fence, then other text, and no more fields. */
function bodyStarts(
  { lines }: SkillDocument,
  endLine: number,
  closeLine: number,
  firstText: number,
  kind: FileKind,
): boolean {
  let line = endLine;
  while (line < closeLine && lines.textOf(line).trim() === '') line++;
  if (line === endLine || !bodyLine.test(lines.textOf(line)) || firstText >= closeLine) return false;
  for (; line < closeLine; line++) {
    const key = keyOfLine(lines.textOf(line));
    if (key !== undefined && findField(key, kind)) return false;
  }
  return true;
}

function fixOf({ cause, range, endLine }: UnclosedFrontmatter, { text, lines }: SkillDocument): Fix {
  if (cause === 'between-fields') {
    const line = textRange(lines.startOf(endLine), lines.startOf(endLine + 1));
    return { title: 'Remove the line', safe: false, edits: [{ range: line, newText: '' }] };
  }
  if (cause === 'wrong-marker') return { title: 'Write `---`', safe: false, edits: [{ range, newText: '---' }] };
  if (cause === 'carriage-returns') {
    const whole = textRange(0, text.length);
    return {
      title: 'Convert line endings to LF',
      safe: false,
      edits: [{ range: whole, newText: text.replaceAll('\r', '\n') }],
    };
  }
  const at = lines.startOf(endLine);
  const eol = lineEnd(text);
  const onOwnLine = at > lines.endOf(endLine - 1);
  const newText = `${onOwnLine ? '' : eol}---${eol}`;
  return { title: 'Insert the closing `---`', safe: false, edits: [{ range: textRange(at, at), newText }] };
}
