import { lineEnd } from './first-line.ts';

/** The lines between which a program writes a part of a page. */
export interface SectionMarks {
  readonly begin: string;
  readonly end: string;
}

/** A section with its marks. */
export function markedSection({ begin, end }: SectionMarks, content: string): string {
  return `${begin}\n\n${content.trim()}\n\n${end}`;
}

/**
 * A page with other content in its section, in its own line endings. Everything outside of the section stays as it is.
 *
 * @returns undefined if the page does not have exactly one section
 */
export function replaceMarkedSection(page: string, marks: SectionMarks, content: string): string | undefined {
  const [before, rest, ...more] = page.split(marks.begin);
  const [, after, ...evenMore] = rest?.split(marks.end) ?? [];
  if (after === undefined || more.length + evenMore.length > 0 || before!.includes(marks.end)) return undefined;
  return `${before}${markedSection(marks, content).replaceAll('\n', lineEnd(page))}${after}`;
}
