import type { Heading, SkillDocument } from '../../document/skill-document.ts';
import { letterExpression } from '../../document/text/letter-expression.ts';

/** The lines at the beginning of a file in which its contents are looked for. */
const LINES_OF_BEGINNING = 60;

/** Headings that are searched for in the list. */
const MAX_COMPARED = 200;

/** Links to headings, or headings repeated, that make a list of contents. */
const MIN_ENTRIES = 3;

const contentsHeading =
  /^(?:\d+\W+)?\W{0,4}(?:table of contents|contents|toc|index|in this \w+|outline|overview of sections|sections|navigation|quick (?:links|navigation|index|reference)|inhalt|目录|目次|sommaire|índice|contenido)\b/iu;

/** Whether a Markdown file tells at its beginning what is in it. */
export function hasContents({ text, body, lines }: SkillDocument): boolean {
  const end = lines.startOf(lines.lineAt(body.range.start) + LINES_OF_BEGINNING);
  const isAbove = ({ range }: { readonly range: { readonly start: number } }) => range.start < end;
  if (body.headings.filter(isAbove).some((heading) => contentsHeading.test(heading.text))) return true;
  if (/\[\[?_?toc_?\]\]?|<!-- *toc/i.test(text.slice(body.range.start, end))) return true;
  if (body.links.filter((link) => isAbove(link) && link.target.startsWith('#')).length >= MIN_ENTRIES) return true;
  return repeatsHeadings(text.slice(body.range.start, end), body.headings);
}

/** A list or table near the top may name the sections without links. */
function repeatsHeadings(beginning: string, headings: readonly Heading[]): boolean {
  const listed = beginning
    .split('\n')
    .filter((line) => /^\s*(?:[-*+|]|\d+[.)])/.test(line))
    .map(lettersOf)
    .join('\n');
  if (listed === '') return false;
  const names = new Set(
    headings
      .slice(0, MAX_COMPARED)
      .map((heading) => lettersOf(heading.text))
      .filter((name) => name.length > 2),
  );
  return [...names].filter((name) => listed.includes(name)).length >= MIN_ENTRIES;
}

const noLetters = letterExpression(String.raw`[^\p{L}\p{N}]+`, 'gu');

function lettersOf(text: string): string {
  return text.toLowerCase().replace(noLetters(text), '');
}
