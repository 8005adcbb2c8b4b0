import type { BudgetEntry } from '../../../../server/src/protocol.ts';
import { count } from '../format-numbers.ts';

/** The skill's id, or the name for Claude Code's own skills, which have none. */
export function keyOf({ id, name }: BudgetEntry): string {
  return id ?? `bundled ${name}`;
}

const stateLabels: Readonly<Record<BudgetEntry['state'], string>> = {
  full: 'in full',
  shortened: 'shortened',
  'name-only': 'name only',
  hidden: 'not shown',
  off: 'left out',
};

function stateWord({ state }: BudgetEntry): string {
  return stateLabels[state];
}

/** Whether the listing leaves out a part of the skill, not because of the what-if. */
export function isCut({ state }: BudgetEntry): boolean {
  return state !== 'full' && state !== 'off';
}

/** The state and its reason, on one line: `name only · needs 412 more`. */
export function stateLine(entry: BudgetEntry): string {
  const parts = [stateWord(entry)];
  if (entry.missing !== undefined) parts.push(`needs ${count(entry.missing)} more`);
  if (entry.cutAfter !== undefined) parts.push(`cut after “…${endOfText(entry.cutAfter, 24)}”`);
  return parts.join(' · ');
}

/** The state in sentences, for the selected skill. */
export function stateText(entry: BudgetEntry, unit: string): string {
  switch (entry.state) {
    case 'full':
      return 'The model sees the whole text.';
    case 'off':
      return 'Left out of this what-if.';
    case 'hidden':
      return `The model does not see it.${missingText(entry, unit)}`;
    case 'name-only':
      return `The model sees only the name.${missingText(entry, unit)}`;
    case 'shortened': {
      const until =
        entry.cutAfter === undefined ? '' : ` The last words it sees are “…${endOfText(entry.cutAfter, 80)}”.`;
      return `The model sees ${count(entry.chars)} of ${count(entry.full)} ${unit}.${until}${missingText(entry, unit)}`;
    }
  }
}

function missingText({ missing }: BudgetEntry, unit: string): string {
  return missing === undefined ? '' : ` The full text needs ${count(missing)} more ${unit} than are left.`;
}

/** The end of a text, at most `maxLength` characters, without a leading ellipsis. */
function endOfText(text: string, maxLength: number): string {
  const end = text.replace(/^…/, '');
  return end.length <= maxLength ? end : end.slice(end.indexOf(' ', end.length - maxLength) + 1);
}
