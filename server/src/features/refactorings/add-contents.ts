import { hasContents } from '../../catalog/file/table-of-contents.ts';
import { anchorsOfHeadings } from '../../document/markdown/heading-anchors.ts';
import type { Heading, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../../rules/rule.ts';

/** A list of fewer sections is no help. */
const minEntries = 3;

/**
 * The edit that lists the sections of a text after its title and introduction, with links; undefined if it has a list,
 * or few sections.
 */
export function addContents(document: SkillDocument): TextEdit | undefined {
  const { text, lines, body } = document;
  const { headings } = body;
  if (body.scanned.end < body.range.end || hasContents(document)) return undefined;
  const hasTitle = headings[0]?.level === 1 && headings.filter(({ level }) => level === 1).length === 1;
  const sections = hasTitle ? headings.slice(1) : headings;
  const top = sections.reduce((least, { level }) => Math.min(least, level), 6);
  const listed = sections.filter(({ level }) => level <= top + 1);
  const first = sections[0];
  if (!first || listed.length < minEntries) return undefined;
  // Inside a quotation or a list, the heading does not begin its line.
  const at = lines.startOf(lines.lineAt(first.range.start));
  if (/^\s*(?:>|[-*+][ \t]|\d+[.)][ \t])/.test(text.slice(at, first.range.end))) return undefined;
  const anchors = anchorsOf(headings);
  const entries = listed.map(
    (heading) => `${heading.level > top ? '  ' : ''}- [${linkText(heading.text)}](#${anchors.get(heading)!})`,
  );
  const newLine = lineEnd(text);
  return {
    range: textRange(at, at),
    newText: [`${'#'.repeat(top)} Contents`, '', ...entries, '', ''].join(newLine),
  };
}

/** The anchors to which links to headings lead. */
export function anchorsOf(headings: readonly Heading[]): ReadonlyMap<Heading, string> {
  const anchors = anchorsOfHeadings(headings.map(({ text }) => text));
  return new Map(headings.map((heading, index) => [heading, anchors[index]!]));
}

/** A heading as the text of a link, which cannot hold another link. */
export function linkText(heading: string): string {
  return heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/(?<!\\)[[\]]/g, '\\$&');
}
