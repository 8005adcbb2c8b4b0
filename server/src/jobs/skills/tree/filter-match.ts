import { visibleText } from '../../../catalog/facts/visible-text.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import type { ShownSkill } from '../../../features/shown-skills/shown-session.ts';

/** UTF-16 units that are shown before a word that was found, and all around it. */
const before = 16;
const shownLength = 60;

/** A word that begins this early in a description is seen without help. In UTF-16 units. */
const seenAnyway = 40;

/**
 * Where the words of a filter were found in a skill, as a short text; empty if what is shown of it anyway has all of
 * them.
 */
export function filterMatch({ skill, in: { session } }: ShownSkill, words: readonly string[]): string {
  const { name, alias, facts, path } = skill;
  const shown = `${name}\n${alias ?? ''}`.toLowerCase();
  const word = words.find((it) => !shown.includes(it));
  if (word === undefined) return '';
  const text = [facts.description ?? facts.fallback, facts.whenToUse].find((it) => it?.toLowerCase().includes(word));
  if (text !== undefined && text === facts.description && text.toLowerCase().indexOf(word) <= seenAnyway) return '';
  if (text !== undefined) return `“${excerpt(visibleText(text).replace(/\s+/g, ' ').trim(), word)}”`;
  return `in ${visibleText(shownPath(path, session))}`;
}

/** The part of a text around a word, cut between words. */
function excerpt(text: string, word: string): string {
  const found = Math.max(0, text.toLowerCase().indexOf(word));
  const begin = found <= before ? 0 : text.lastIndexOf(' ', found - before) + 1;
  const part = text.slice(begin, begin + Math.max(shownLength, word.length + before * 2));
  const isCut = begin + part.length < text.length;
  return `${begin > 0 ? '…' : ''}${isCut ? part.replace(/\s\S*$/, '') : part}${isCut ? '…' : ''}`;
}
