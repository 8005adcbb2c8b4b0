import type { TextRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { SessionText } from '../references/session-files.ts';

/** Places beyond these are not counted. */
const maxPlaces = 1000;

/** Where a text still has a name after some edits, as a word: it may mean the skill, or something else. */
export function leftNames(
  { read: { text } }: SessionText,
  name: string,
  edits: readonly TextEdit[],
): readonly TextRange[] {
  const found: TextRange[] = [];
  // A plain word is only a name where it is marked as one.
  const isTelling = /[-_\d:]/.test(name);
  for (let at = text.indexOf(name); at >= 0 && found.length < maxPlaces; at = text.indexOf(name, at + name.length)) {
    const [start, end] = [at, at + name.length];
    const [before, after] = [text[start - 1] ?? '', text[end] ?? ''];
    // A part of another word, or of a path, which links follow.
    if (/[\p{L}\p{N}_/.-]/u.test(before) || /[\p{L}\p{N}_/-]/u.test(after)) continue;
    if (!isTelling && !(/[`"'*]/.test(before) && before === after)) continue;
    const isEdited = edits.some(({ range }) => range.start < end && start < range.end);
    if (!isEdited && !/(?:^|\n)name:[ \t]*["']?$/.test(text.slice(Math.max(0, start - 20), start)))
      found.push({ start, end });
  }
  return found;
}
