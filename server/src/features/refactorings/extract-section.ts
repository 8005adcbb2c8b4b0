import { readLinkTarget } from '../../document/markdown/link-target.ts';
import type { Heading, Link, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf } from '../../platform/paths.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { OpenFile } from '../check/open-file.ts';
import { EditedText } from '../fixes/edited-text.ts';
import { type Section, sections } from '../structure/sections.ts';
import { anchorsOf, linkText } from './add-contents.ts';
import type { FilesChange } from './files-change.ts';

/** The folder in a skill for what is only read when it is needed. */
const folder = 'references';

/** The section whose heading is in a range; undefined for a title, whose section is everything. */
export function sectionToExtract({ document, file }: OpenFile, { start, end }: TextRange): Section | undefined {
  const { text, lines, body } = document;
  if (file.kind !== 'skill' || file.insideSkill || file.misplaced || file.fileName !== 'SKILL.md') return undefined;
  if (body.scanned.end < body.range.end) return undefined;
  const heading = body.headings.find(({ range }) => range.start <= end && start <= range.end);
  if (!heading || (heading.level === 1 && heading === body.headings[0])) return undefined;
  const section = sections(document).find((it) => it.heading === heading);
  const lineStart = lines.startOf(lines.lineAt(heading.range.start));
  // Inside a quotation or a list, the section would lose its marks.
  if (!section || inQuoteOrList.test(text.slice(lineStart, heading.range.end))) return undefined;
  return text.slice(endOfHeading(document, heading), section.range.end).trim() === '' ? undefined : section;
}

const inQuoteOrList = /^\s*(?:>|[-*+][ \t]|\d+[.)][ \t])/;

/** The line below an underlined heading; undefined for the others. */
function underline({ text, lines }: SkillDocument, { range }: Heading): TextRange | undefined {
  if (text.slice(range.start, range.end).trimStart().startsWith('#')) return undefined;
  const line = lines.lineAt(range.end) + 1;
  const isUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/.test(lines.textOf(line));
  return isUnderline ? textRange(lines.startOf(line), lines.endOf(line)) : undefined;
}

function endOfHeading(document: SkillDocument, heading: Heading): number {
  return underline(document, heading)?.end ?? heading.range.end;
}

/** What Claude Code replaces in a SKILL.md alone; undefined if the section has nothing of it. */
export function replacedIn({ text, body }: SkillDocument, { range }: Section): string | undefined {
  const isInside = (it: { readonly range: TextRange }) => range.start <= it.range.start && it.range.end <= range.end;
  const found = body.placeholders.find((it) => !it.escaped && isInside(it)) ?? body.injections.find(isInside);
  return found && text.slice(found.range.start, found.range.end).replace(/\s+/g, ' ');
}

/** The name of the file for a section; others are numbered. */
export function nameForSection({ heading }: Section): string {
  const words = heading.text.normalize('NFKD').replace(/[\u0300-\u036F]/g, '');
  const slug = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'section' : slug;
}

/**
 * Moves a section to a file of its own, of which it becomes the title. Its heading stays, with a link. Links lead where
 * they led before, in both files.
 */
export async function extractSection(open: OpenFile, section: Section, files: FileSystem): Promise<FilesChange> {
  const { document, file } = open;
  const path = await freePath(folderOf(file.path), nameForSection(section), files);
  const { text } = document;
  const { heading, range } = section;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const newLine = lineEnd(text);
  const link = `Read [${linkText(heading.text.replace(/\s*[\r\n]\s*/g, ' '))}](${folder}/${name}).`;
  const content = textRange(endOfHeading(document, heading), range.end);
  const kept = definitionsUsedOutside(document, range).map((it) => text.slice(it.range.start, it.range.end));
  const replacement = [link, ...(kept.length > 0 ? ['', ...kept] : [])].join(newLine);
  return {
    edits: [
      { range: content, newText: `${newLine}${newLine}${replacement}` },
      ...linksIntoSection(document, range, `${folder}/${name}`),
    ],
    creates: { path, text: extractedText(document, section, newLine) },
  };
}

async function freePath(skill: string, name: string, files: FileSystem): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${skill}/${folder}/${name}${number === 1 ? '' : `-${number}`}.md`;
    if ((await files.typeOf(path)) === undefined) return path;
  }
}

/** The section as a document: with its heading as the title, and links as seen from its folder. */
function extractedText(document: SkillDocument, { heading, range }: Section, newLine: string): string {
  const { text, body } = document;
  const isInside = (it: { readonly range: TextRange }) => range.start <= it.range.start && it.range.end <= range.end;
  const raised = heading.level - 1;
  const edits: TextEdit[] = body.headings.filter(isInside).flatMap((it) => withLevel(document, it, it.level - raised));
  for (const link of body.links) if (isInside(link)) edits.push(...fromFolder(document, link, range));
  // A backslash only keeps Claude Code from replacing what follows.
  for (const { escaped, range: it } of body.placeholders) {
    if (escaped && range.start < it.start && it.end <= range.end)
      edits.push({ range: textRange(it.start - 1, it.start), newText: '' });
  }
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
    const [edit] = fromFolder(document, it, range);
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

/** Edits a link of the skill for a file in the folder. */
function fromFolder(
  { text, body }: SkillDocument,
  { kind, target, targetRange }: Link,
  section: TextRange,
): TextEdit[] {
  const file = kind === 'autolink' ? undefined : readLinkTarget(target);
  if (!file || /^[/~]|^[A-Za-z]:|^\$\{/.test(file.path) || target.startsWith('${')) return [];
  const at = textRange(targetRange.start, targetRange.start);
  if (file.path !== '') {
    const start = targetRange.start + (target.startsWith('./') ? 2 : 0);
    return [{ range: textRange(at.start, start), newText: '../' }];
  }
  const meant = [...anchorsOf(body.headings)].find(([, anchor]) => anchor === file.heading)?.[0];
  const isInside = meant === undefined || (section.start <= meant.range.start && meant.range.end <= section.end);
  return isInside || text[at.start] !== '#' ? [] : [{ range: at, newText: '../SKILL.md' }];
}

/** Links of the rest to headings that move. The heading of the section itself stays. */
function linksIntoSection({ text, body }: SkillDocument, section: TextRange, path: string): TextEdit[] {
  const isInside = ({ start, end }: TextRange) => section.start <= start && end <= section.end;
  const anchors = [...anchorsOf(body.headings)];
  const moved = new Set(
    anchors.filter(([{ range }]) => range.start > section.start && isInside(range)).map(([, anchor]) => `#${anchor}`),
  );
  return body.links
    .filter(({ kind, target, range }) => kind !== 'autolink' && moved.has(target) && !isInside(range))
    .filter(({ targetRange }) => text[targetRange.start] === '#')
    .map(({ targetRange }) => ({ range: textRange(targetRange.start, targetRange.start), newText: path }));
}

function definitionsOf({ body }: SkillDocument): Link[] {
  return body.links.filter(({ kind }) => kind === 'definition');
}

function definitionsUsedOutside(document: SkillDocument, section: TextRange): Link[] {
  const { text } = document;
  const outside = `${text.slice(0, section.start)}\n${text.slice(section.end)}`;
  return definitionsOf(document).filter(
    ({ range }) =>
      section.start <= range.start && range.end <= section.end && isUsed(labelOf(text, { range }), outside),
  );
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
