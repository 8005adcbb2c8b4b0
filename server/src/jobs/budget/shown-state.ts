import type { ListedSkill } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { inThousands } from '../../document/text/numbers.ts';

/*
 * The state of a skill in the listing, in words and numbers. The tree, its tooltips, code lenses, the budget, the answers
 * to "why" and the command line all take them from here, so that they say the same.
 */

/** `cut`: at the maximum length of one text. `hidden`: nothing of it is shown. */
export type ShownState = 'full' | 'cut' | 'name-only' | 'hidden';

/** Each state in a word or two. `off` is a skill that a what-if leaves out. */
export const stateLabels: Readonly<Record<ShownState | 'off', string>> = {
  full: 'in full',
  cut: 'cut',
  'name-only': 'name only',
  hidden: 'not listed',
  off: 'left out',
};

/** Number of last words that show where a text is cut, or of characters in a text without spaces. */
const lastWordCount = 3;
const lastCharacters = 12;

/** A text that is longer than the maximum length of one text, in UTF-16 units. */
interface TextCut {
  readonly length: number;
  /** How much of it the model sees; an ellipsis replaces the rest. */
  readonly seen: number;
  /** How much of it the model never sees. */
  readonly lost: number;
  /** The last words that the model sees, after an ellipsis. */
  readonly end: string;
}

/** The state of a listed skill, as the model sees it. */
export function shownState({ skill, state }: ListedSkill): ShownState {
  return state === 'full' && skill !== undefined && textCut(skill) ? 'cut' : state;
}

/** Whether the budget or the maximum length of a text leaves out a part of a skill. What the settings leave out does not count. */
export function isNotInFull(listed: ListedSkill): boolean {
  return listed.missing !== undefined || shownState(listed) === 'cut';
}

/** How a skill's text is cut; undefined if it is not. */
export function textCut({ entry }: Pick<CatalogSkill, 'entry'>): TextCut | undefined {
  if (!entry || entry.uncutLength <= entry.text.length) return undefined;
  const { uncutLength: length, text } = entry;
  const seen = text.length - '…'.length;
  return { length, seen, lost: length - seen, end: endOfText(text) };
}

/** Explains in sentences how much of a skill the model sees. */
export function explainState(listed: ListedSkill, unit: string): string {
  const { skill, missing } = listed;
  const because = missing === undefined ? '' : ` ${missingWords(listed, unit)}.`;
  switch (shownState(listed)) {
    case 'full':
      return 'The model sees the whole text.';
    case 'cut':
      return `${cutWords(textCut(skill!)!)}.`;
    case 'name-only':
      return `The model sees only the name${missing === undefined ? ', as the settings say' : ''}.${because}`;
    case 'hidden':
      return `The model does not see it.${because}`;
  }
}

/** The state's reason in a few words, next to its label; undefined if the label is enough. */
export function stateDetail(listed: ListedSkill): string | undefined {
  if (listed.missing !== undefined) return `needs ${inThousands(listed.missing)} more`;
  const state = shownState(listed);
  if (state === 'name-only') return 'by a setting';
  return state === 'cut' ? `${inThousands(textCut(listed.skill!)!.lost)} characters lost` : undefined;
}

/** By how much a skill did not fit: a sentence without full stop. */
export function missingWords({ state, missing = 0 }: ListedSkill, unit: string): string {
  return `Its ${state === 'hidden' ? 'line' : 'text'} needs ${inThousands(missing)} more ${unit} than are left`;
}

/** How much of a text is seen: a sentence without full stop. */
export function cutWords({ length, seen, end }: TextCut): string {
  return `The model sees ${inThousands(seen)} of ${inThousands(length)} characters, up to “${end}”`;
}

/** The last words of a truncated text, after an ellipsis. */
function endOfText(text: string): string {
  const shown = text.replace(/…$/, '').trimEnd();
  const words = shown.split(/\s+/);
  const end = words.slice(-lastWordCount).join(' ');
  // Words cannot be counted in scripts without spaces.
  const short = end.length <= lastWordCount * lastCharacters ? end : [...end].slice(-lastCharacters).join('');
  return short.length < shown.length ? `…${short}` : short;
}
