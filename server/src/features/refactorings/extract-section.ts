import { type Section, sections } from '../../document/markdown/sections.ts';
import type { Heading, SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf } from '../../platform/paths.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { OpenFile } from '../check/open-file.ts';
import { linkText } from './add-contents.ts';
import type { FilesChange } from './files-change.ts';
import { endOfHeading, isWithinRange, leftBehind, movedText } from './moved-section.ts';

/** The folder in a skill for what is only read when it is needed. */
const folder = 'references';

/** The section of a skill whose heading is in a range. */
export function sectionToExtract({ document, file }: OpenFile, range: TextRange): Section | undefined {
  if (file.kind !== 'skill' || file.insideSkill || file.misplaced || file.fileName !== 'SKILL.md') return undefined;
  return sectionAt(document, range);
}

/** The section whose heading is in a range, with text to move; undefined for the title of everything. */
export function sectionAt(document: SkillDocument, { start, end }: TextRange): Section | undefined {
  const { text, lines, body } = document;
  if (body.scanned.end < body.range.end) return undefined;
  const heading = body.headings.find(({ range }) => range.start <= end && start <= range.end);
  if (!heading || isTitle(document, heading)) return undefined;
  const section = sections(document).find((it) => it.heading === heading);
  const lineStart = lines.startOf(lines.lineAt(heading.range.start));
  // Inside a quotation or a list, the section would lose its marks.
  if (!section || inQuoteOrList.test(text.slice(lineStart, heading.range.end))) return undefined;
  return text.slice(endOfHeading(document, heading), section.range.end).trim() === '' ? undefined : section;
}

/** Whether everything belongs to a heading. */
function isTitle({ body: { headings } }: SkillDocument, heading: Heading): boolean {
  return heading === headings[0] && heading.level === 1 && headings.filter(({ level }) => level === 1).length === 1;
}

const inQuoteOrList = /^\s*(?:>|[-*+][ \t]|\d+[.)][ \t])/;

/** The first part that Claude Code replaces in a SKILL.md but in no other file; undefined if the section has none. */
export function replacedIn({ text, body }: SkillDocument, { range }: Section): string | undefined {
  const isInside = isWithinRange(range);
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
  const { heading, range } = section;
  const link = `${folder}/${path.slice(path.lastIndexOf('/') + 1)}`;
  const pointer = `Read [${linkText(heading.text.replace(/\s*[\r\n]\s*/g, ' '))}](${link}).`;
  return {
    edits: leftBehind(document, section, pointer, link),
    creates: {
      path,
      text: movedText(document, section, { back: '../', from: 'SKILL.md', edits: withoutEscapes(document, range) }),
    },
  };
}

async function freePath(skill: string, name: string, files: FileSystem): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${skill}/${folder}/${name}${number === 1 ? '' : `-${number}`}.md`;
    if ((await files.typeOf(path)) === undefined) return path;
  }
}

/** A backslash only keeps Claude Code from replacing what follows, in SKILL.md alone. */
function withoutEscapes({ body }: SkillDocument, section: TextRange): TextEdit[] {
  return body.placeholders
    .filter(({ escaped, range }) => escaped && section.start < range.start && range.end <= section.end)
    .map(({ range }) => ({ range: textRange(range.start - 1, range.start), newText: '' }));
}
