import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text-range.ts';
import { lineEnd } from '../readings/first-line.ts';
import type { Fix, Rule, RuleContext, TextEdit } from '../rule.ts';
import { isMarker, keyOfLine, listKeys, scanFrontmatterLines } from '../yaml/frontmatter-lines.ts';
import { describeLoss } from '../yaml/yaml-loss.ts';

/** Frontmatter that ends at dashes that were not meant to end it. */
export interface CutFrontmatter {
  readonly cause: /** The dashes stand inside a value or comment. */
    | 'in-value'
    /** A line of its own between the fields: indented, longer, or with text behind. */
    | 'line-between'
    /** The closing line itself, but it is not exactly `---`. */
    | 'closing-line';
  /** The dashes. */
  readonly range: TextRange;
  /** The line that was meant to end the frontmatter; undefined where there is none. */
  readonly closeLine: number | undefined;
  /** The fields that became body. */
  readonly lost: readonly string[];
}

/** Frontmatter that is cut short by three dashes in a value, a comment or a longer line. */
export const frontmatterCut: Rule = {
  id: 'frontmatter-cut',
  level: 'error',
  kinds: ['skill', 'command', 'agent'],
  summary: 'Three dashes inside a value or in a longer line end the frontmatter early; the rest becomes body.',
  source:
    'test/conformance: own-close-same-line, own-close-in-quoted, own-close-in-comment, own-close-in-literal, own-close-four',
  check(context, report) {
    const { document, file } = context;
    const cut = findCutFrontmatter(document, file.kind);
    if (!cut) return;
    if (cut.cause === 'closing-line') {
      report({
        range: cut.range,
        message:
          'Claude Code ends the frontmatter at the first three dashes and what is left of the line becomes body; other tools find no end here. Write a line that is exactly `---`',
        severity: 'warning',
        fixes: [fixOf(cut, document)],
      });
      return;
    }
    report({
      range: cut.range,
      message: `Claude Code ends the frontmatter at these dashes${consequenceOf(cut, context)}. Use fewer than three dashes; quoting does not help`,
      fixes: [fixOf(cut, document)].filter(({ edits }) => edits.length <= mostEdits),
    });
  },
};

/** So many dashes are no slip that could be repaired. */
const mostEdits = 1_000;

function consequenceOf({ lost }: CutFrontmatter, context: RuleContext): string {
  const keys = listKeys(lost);
  const becomes = `${new Set(lost).size > 1 ? 'become' : 'becomes'} body text`;
  if (context.document.frontmatter.reading !== 'lost')
    return `, so ${keys ? `${keys} below` : 'the rest of it'} ${becomes}`;
  const above = ` and cannot read what is left of it, so ${describeLoss(context)}`;
  return keys ? `${above}; ${keys} below ${becomes}` : above;
}

/** Whether fields, or a part of a value, became body, so that what is left cannot be judged. */
export function isCutShort(document: SkillDocument, kind: FileKind): boolean {
  const cut = findCutFrontmatter(document, kind);
  return cut !== undefined && cut.cause !== 'closing-line';
}

/** Finds dashes that end the frontmatter though fields of this kind of file, or the rest of a value, follow them. */
function findCutFrontmatter(document: SkillDocument, kind: FileKind): CutFrontmatter | undefined {
  const { text, lines, frontmatter } = document;
  const close = frontmatter.block?.close;
  if (!close) return undefined;
  const line = lines.lineAt(close.start);
  const before = text.slice(lines.startOf(line), close.start);
  const after = text.slice(close.end, lines.endOf(line));
  if (before === '' && after.trim() === '') return undefined;
  const above = scanFrontmatterLines(lines, 1, kind);
  if (above.end < line) return undefined;
  const below = scanBelow(document, line + 1, kind);
  const isFrontmatter = above.fields.some((field) => field.line <= line) || below.lost.length > 0;
  if (!isFrontmatter) return undefined;
  const range = textRange(close.start, close.end + /^-*/.exec(after)![0].length);
  const inValue = before.trim() !== '';
  if (inValue) {
    if (below.closeLine !== undefined) return { cause: 'in-value', range, ...below };
    if (before.trimStart().startsWith('#')) return undefined;
    return { cause: after.trim() === '' ? 'closing-line' : 'in-value', range, closeLine: undefined, lost: [] };
  }
  if (below.closeLine !== undefined && below.lost.length > 0) return { cause: 'line-between', range, ...below };
  if (after.trim() === '') return undefined;
  const end = /^-+\s*$/.test(after) ? lines.endOf(line) : range.end;
  return { cause: 'closing-line', range: textRange(range.start, end), closeLine: undefined, lost: [] };
}

/** The fields from a line on up to a real marker; lines of more dashes may stand between them, or in its place. */
function scanBelow(
  { lines }: SkillDocument,
  first: number,
  kind: FileKind,
): { readonly closeLine: number | undefined; readonly lost: readonly string[] } {
  const lost: string[] = [];
  let longer: number | undefined;
  for (let line = first; line < lines.count; ) {
    const { end, fields } = scanFrontmatterLines(lines, line, kind);
    for (const { key } of fields) lost.push(key);
    if (end >= lines.count) break;
    const text = lines.textOf(end);
    if (isMarker(text)) return { closeLine: end, lost };
    if (!text.startsWith('---')) break;
    if (/^-+\s*$/.test(text)) longer = end;
    line = end + 1;
  }
  return longer === undefined ? { closeLine: undefined, lost: [] } : { closeLine: longer, lost };
}

function fixOf({ cause, range, closeLine }: CutFrontmatter, { text, lines }: SkillDocument): Fix {
  if (cause === 'closing-line') {
    const line = lines.lineAt(range.start);
    const above = text.slice(lines.startOf(line), range.start).trim() === '' ? '' : lineEnd(text);
    const below = text.slice(range.end, lines.endOf(line)).trim() === '' ? '' : lineEnd(text);
    return { title: 'Write exactly `---`', safe: false, edits: [{ range, newText: `${above}---${below}` }] };
  }
  const first = lines.lineAt(range.start);
  const end = closeLine === undefined ? lines.endOf(first) : lines.startOf(closeLine);
  const edits: TextEdit[] = [];
  let judged = { line: -1, instead: insteadOf('') };
  for (const { index, 0: dashes } of text.slice(range.start, end).matchAll(/-{3,}/g)) {
    if (edits.length > mostEdits) break;
    const start = range.start + index;
    const line = lines.lineAt(start);
    if (line !== judged.line) judged = { line, instead: insteadOf(lines.textOf(line)) };
    edits.push({ range: textRange(start, start + dashes.length), newText: judged.instead(dashes) });
  }
  if (closeLine !== undefined) {
    const marker = textRange(lines.startOf(closeLine), lines.endOf(closeLine));
    if (!isMarker(text.slice(marker.start, marker.end))) edits.push({ range: marker, newText: '---' });
  }
  return { title: 'Replace the dashes', safe: false, edits };
}

/** What stands for dashes without ending the frontmatter: a comment for a line between fields, a dash in prose or a name. */
function insteadOf(line: string): (dashes: string) => string {
  if (line.startsWith('---')) return (dashes) => `# ${'='.repeat(dashes.length)}`;
  if (keyOfLine(line) === 'name') return () => '-';
  const sign = /^\s*(#|-+\s*$)/.test(line) ? (/^\s*#/.test(line) ? '=' : '*') : undefined;
  return sign === undefined ? () => '—' : (dashes) => sign.repeat(dashes.length);
}
