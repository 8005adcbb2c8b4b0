import type { Heading, SkillDocument } from '../skill-document.ts';
import { type TextRange, textRange } from '../text/text-range.ts';

/** A heading and what belongs to it. */
export interface Section {
  readonly heading: Heading;
  /** From the heading to the last character that is not whitespace before the next heading of its level or above. */
  readonly range: TextRange;
}

/** The sections of the body in the order of their headings; deeper ones are inside. */
export function sections({ text, body }: SkillDocument): Section[] {
  const found: Section[] = [];
  const open: Heading[] = [];
  const ends = new Map<Heading, number>();
  const close = (end: number, level: number) => {
    if (open.length === 0 || open.at(-1)!.level < level) return;
    // The last heading may end in spaces, and is inside the sections around it.
    const trimmed = Math.max(endWithoutSpace(text, end), open.at(-1)!.range.end);
    while (open.length > 0 && open.at(-1)!.level >= level) ends.set(open.pop()!, trimmed);
  };
  for (const heading of body.headings) {
    close(heading.range.start, heading.level);
    open.push(heading);
  }
  close(body.range.end, 1);
  for (const heading of body.headings) {
    found.push({
      heading,
      range: textRange(heading.range.start, ends.get(heading)!),
    });
  }
  return found;
}

function endWithoutSpace(text: string, end: number): number {
  let trimmed = end;
  while (trimmed > 0 && /\s/.test(text[trimmed - 1]!)) trimmed--;
  return trimmed;
}
