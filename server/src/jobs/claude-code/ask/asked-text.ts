import type { SessionAnswer } from './asked-session.ts';
import type { DifferenceKind } from './difference.ts';

/** The kinds of differences, in a word or two. */
export const differenceLabels: Readonly<Record<DifferenceKind, string>> = {
  unseen: 'not seen',
  seen: 'seen',
  path: 'another file',
  tokens: 'another length',
  order: 'another order',
  command: 'slash command',
  rule: 'permission rule',
  settings: 'settings',
  window: 'another size',
};

/** The program with its release, if it said which. */
export function askedName({ version }: Pick<SessionAnswer, 'version'>): string {
  return version === undefined ? 'Claude Code' : `Claude Code ${version}`;
}

/**
 * The result in a clause after the name of the program: `confirms this list`.
 *
 * @param count of differences
 */
export function askedClause(count: number, confirmed: boolean): string {
  if (confirmed) return 'confirms this list';
  if (count === 0) return 'did not say which skills it sees';
  return `differs in ${count === 1 ? '1 point' : `${count} points`}`;
}

/** Seconds are shown in steps of as many, because that is how often an age is brought up to date. */
const secondsShown = 10;

/** `just now`, `20 s ago`, `3 min ago`; `at` and `now` in milliseconds. */
export function ageText(at: number, now: number): string {
  // A timer may fire a moment early.
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < secondsShown) return 'just now';
  if (seconds < 60) return `${Math.floor(seconds / secondsShown) * secondsShown} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
