import { readLinkTarget } from '../../document/markdown/link-target.ts';
import type { Section } from '../../document/markdown/sections.ts';
import type { Heading, Link, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { EditedText } from '../fixes/edited-text.ts';
import { anchorsOf } from './add-contents.ts';

/** Where a section moves. */
interface Move {
  /** From the new folder to the old one, with `/` at the end. */
  readonly back: string;
  /** The name of the file that it leaves. */
  readonly from: string;
  /** The other edits to it. */
  readonly edits: readonly TextEdit[];
}

/** The line below an underlined heading; undefined for the others. */
function underline({ text, lines }: SkillDocument, { range }: Heading): TextRange | undefined {
  if (text.slice(range.start, range.end).trimStart().startsWith('#')) return undefined;
  const line = lines.lineAt(range.end) + 1;
  const isUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/.test(lines.textOf(line));
  return isUnderline ? textRange(lines.startOf(line), lines.endOf(line)) : undefined;
}

export function endOfHeading(document: SkillDocument, heading: Heading): number {
  return underline(document, heading)?.end ?? heading.range.end;
}

/** Whether something is in a range, completely. */
export function isWithinRange({ start, end }: TextRange): (it: { readonly range: TextRange }) => boolean {
  return ({ range }) => start <= range.start && range.end <= end;
}

/**
 * The rest of a section that moves: its heading, a line that says where the content is, and definitions that others use.
 * Links of others to its headings lead to the new file.
 *
 * @param path the new file, as it is linked to
 */
export function leftBehind(
  document: SkillDocument,
  { heading, range }: Section,
  pointer: string,
  path: string,
): TextEdit[] {
  const { text } = document;
  const newLine = lineEnd(text);
  const content = textRange(endOfHeading(document, heading), range.end);
  const kept = definitionsUsedOutside(document, range).map((it) => text.slice(it.range.start, it.range.end));
  const replacement = [pointer, ...(kept.length > 0 ? ['', ...kept] : [])].join(newLine);
  return [
    { range: content, newText: `${newLine}${newLine}${replacement}` },
    ...linksIntoSection(document, range, path),
  ];
}

/** The section as a document: with its heading as the title, and links as seen from its folder. */
export function movedText(
  document: SkillDocument,
  { heading, range }: Section,
  { back, from, edits: others }: Move,
): string {
  const { text, body } = document;
  const newLine = lineEnd(text);
  const isInside = isWithinRange(range);
  const raised = heading.level - 1;
  const edits: TextEdit[] = body.headings.filter(isInside).flatMap((it) => withLevel(document, it, it.level - raised));
  const fromFolder = (link: Link) => linkFromFolder(document, link, range, back, from);
  for (const link of body.links) if (isInside(link)) edits.push(...fromFolder(link));
  edits.push(...others);
  const written = text.slice(range.start, range.end);
  const edited = new EditedText(written);
  edited.apply(
    edits.map((edit) => ({
      ...edit,
      range: textRange(edit.range.start - range.start, edit.range.end - range.start),
    })),
  );
  const definitions = definitionsOf(document).filter((it) => !isInside(it) && isUsed(labelOf(text, it), written));
  const appended = definitions.map((it) => {
    const line = text.slice(it.range.start, it.range.end);
    const [edit] = fromFolder(it);
    if (!edit) return line;
    const start = edit.range.start - it.range.start;
    return line.slice(0, start) + edit.newText + line.slice(edit.range.end - it.range.start);
  });
  return [edited.text, ...(appended.length > 0 ? ['', ...appended] : []), ''].join(newLine);
}

/** Gives a heading another level. */
function withLevel(document: SkillDocument, heading: Heading, level: number): TextEdit[] {
  const { text } = document;
  const { start } = heading.range;
  const marks = /^ {0,3}(#+)/.exec(text.slice(start, heading.range.end));
  if (marks)
    return [
      {
        range: textRange(start + marks[0].length - marks[1]!.length, start + marks[0].length),
        newText: '#'.repeat(level),
      },
    ];
  const line = underline(document, heading);
  const written = line && text.slice(line.start, line.end);
  return written ? [{ range: line, newText: written.replace(/[-=]/g, level === 1 ? '=' : '-') }] : [];
}

/** Edits a link for a file in the new folder. */
function linkFromFolder(
  { text, body }: SkillDocument,
  { kind, target, targetRange }: Link,
  section: TextRange,
  back: string,
  from: string,
): TextEdit[] {
  const file = kind === 'autolink' ? undefined : readLinkTarget(target);
  if (!file || /^[/~]|^[A-Za-z]:|^\$\{/.test(file.path) || target.startsWith('${')) return [];
  const at = textRange(targetRange.start, targetRange.start);
  if (file.path !== '') {
    const start = targetRange.start + (target.startsWith('./') ? 2 : 0);
    return [{ range: textRange(at.start, start), newText: back }];
  }
  const meant = [...anchorsOf(body.headings)].find(([, anchor]) => anchor === file.heading)?.[0];
  const isInside = meant === undefined || isWithinRange(section)(meant);
  return isInside || text[at.start] !== '#' ? [] : [{ range: at, newText: back + from }];
}

/** Links of the rest to headings that move. The heading of the section itself stays. */
function linksIntoSection({ text, body }: SkillDocument, section: TextRange, path: string): TextEdit[] {
  const isInside = isWithinRange(section);
  const anchors = [...anchorsOf(body.headings)];
  const moved = new Set(
    anchors
      .filter(([heading]) => heading.range.start > section.start && isInside(heading))
      .map(([, anchor]) => `#${anchor}`),
  );
  return body.links
    .filter((link) => link.kind !== 'autolink' && moved.has(link.target) && !isInside(link))
    .filter(({ targetRange }) => text[targetRange.start] === '#')
    .map(({ targetRange }) => ({ range: textRange(targetRange.start, targetRange.start), newText: path }));
}

function definitionsOf({ body }: SkillDocument): Link[] {
  return body.links.filter(({ kind }) => kind === 'definition');
}

function definitionsUsedOutside(document: SkillDocument, section: TextRange): Link[] {
  const { text } = document;
  const outside = `${text.slice(0, section.start)}\n${text.slice(section.end)}`;
  return definitionsOf(document)
    .filter(isWithinRange(section))
    .filter((it) => isUsed(labelOf(text, it), outside));
}

function labelOf(text: string, { range }: { readonly range: TextRange }): string {
  return /\[([^\]]*)\]:/.exec(text.slice(range.start, range.end))?.[1] ?? '';
}

/** Whether a text has `[label]`, which is not a definition. */
function isUsed(label: string, text: string): boolean {
  const written = `[${label}]`.toLowerCase();
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(written); at >= 0; at = lower.indexOf(written, at + 1))
    if (lower[at + written.length] !== ':') return label !== '';
  return false;
}
