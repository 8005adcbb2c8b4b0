import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { offerEdit } from '../../edits/field-edits.ts';
import { showText } from '../../messages/show-value.ts';
import type { Fix } from '../../rule.ts';
import type { FileLink } from './file-links.ts';

/** Replaces the path of a link and keeps its heading. */
export function offerPath({ link, pathRange, heading }: FileLink, path: string, safe: boolean): Fix[] {
  const written = link.target.slice(pathRange.start - link.targetRange.start);
  // A query has a meaning that is not known here.
  if (written.includes('?')) return [];
  const encoded = path.replace(/[\s()%#?<>\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
  const newText = heading === undefined ? encoded : `${encoded}${written.slice(written.indexOf('#'))}`;
  return offerEdit(`Change to ${showText(newText)}`, safe, { range: pathRange, newText });
}

/** Replaces the heading of a link. */
export function offerHeading(link: FileLink, anchor: string): Fix[] {
  return offerEdit(`Change to ${showText(`#${anchor}`)}`, false, { range: headingRange(link), newText: `#${anchor}` });
}

/** The heading in a link, with its `#`. */
export function headingRange({ link, pathRange }: FileLink): TextRange {
  const { start } = link.targetRange;
  return textRange(start + link.target.indexOf('#', pathRange.start - start), pathRange.end);
}
