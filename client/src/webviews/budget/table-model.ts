import type { BudgetEntry, PastUse } from '../../../../server/src/protocol.ts';
import type { Problems } from '../../budget/budget-messages.ts';
import { count, percent } from '../format-numbers.ts';

/*
 * The rows of the table: which are shown, and in which order. Without the document, so that tests need none.
 */

/** The columns that the table can be sorted by. */
export type Column = 'name' | 'tier' | 'size' | 'share' | 'state' | 'used' | 'findings';

/** The order of the rows; that of the listing without a column. */
export interface TableOrder {
  readonly column?: Column;
  readonly descending: boolean;
}

/** Which rows are shown. */
export interface TableFilter {
  /** Words that name, tier or state must contain, in any case. */
  readonly text: string;
  readonly notInFull: boolean;
  /** Only skills that past sessions listed and never used. */
  readonly neverUsed?: boolean;
}

/** The problems of files that are known so far, by URI. */
type KnownProblems = ReadonlyMap<string, Problems>;

/** How often past sessions used skills, by their names. */
type KnownUses = ReadonlyMap<string, PastUse>;

/** The largest skills are what a user looks for, and before them those of which the model does not see everything. */
export const firstOrder: TableOrder = { column: 'size', descending: true };
export const lossesFirst: TableOrder = { column: 'state', descending: true };

/** Numbers begin with the largest, texts with A. */
const firstDescending: Readonly<Record<Column, boolean>> = {
  name: false,
  tier: false,
  size: true,
  share: true,
  state: true,
  used: false,
  findings: true,
};

/** States by how much the model misses. */
const gravity: Readonly<Record<BudgetEntry['state'], number>> = { off: 0, full: 1, cut: 2, 'name-only': 3, hidden: 4 };

/** A row: a skill, or the heading of Claude Code's own skills, which nobody can change. */
export interface TableRow extends BudgetEntry {
  /** Only of the heading. */
  readonly group?: 'open' | 'closed';
}

/** The skill's id, or the name for Claude Code's own skills, which have none. */
export function keyOf({ id, name, group }: TableRow): string {
  return group === undefined ? (id ?? `bundled ${name}`) : 'group';
}

/**
 * The user's own skills before those of Claude Code, which are in a group; what is searched for is in sight without it.
 *
 * @param budget the size of the listing
 */
export function groupOwn(
  entries: readonly BudgetEntry[],
  { text, notInFull, neverUsed = false }: TableFilter,
  isOpen: boolean,
  budget: number,
): TableRow[] {
  const own = entries.filter(({ id }) => id !== undefined);
  const bundled = entries.filter(({ id }) => id === undefined);
  const isSearched = text.trim() !== '' || notInFull || neverUsed;
  const [first] = bundled;
  if (!first || isSearched) return [...own, ...bundled];
  const chars = bundled.reduce((sum, it) => sum + it.chars, 0);
  const group: TableRow = {
    ...first,
    name: `Claude Code’s own skills (${count(bundled.length)})`,
    chars,
    full: bundled.reduce((sum, it) => sum + it.full, 0),
    share: percent(chars, budget),
    ...stateOfGroup(bundled),
    explanation: 'Claude Code brings them. They count in the budget, and no file of yours changes them.',
    group: isOpen ? 'open' : 'closed',
  };
  return [...own, group, ...(isOpen ? bundled : [])];
}

/** That of the skill of which the model misses most, and how many are like it in that. */
function stateOfGroup(bundled: readonly BudgetEntry[]): Pick<BudgetEntry, 'state' | 'label' | 'notInFull'> {
  const missed = bundled.filter(({ notInFull }) => notInFull);
  const { state, label } = bundled.reduce((worst, it) => (gravity[it.state] > gravity[worst.state] ? it : worst));
  if (missed.length === 0) return { state, label, notInFull: false };
  return { state, label: `${count(missed.length)} not in full`, notInFull: true };
}

/** How much of its text the listing leaves out. */
function lost({ chars, full }: BudgetEntry): number {
  return full - chars;
}

/** The skill of the user of which the model misses most; undefined if it sees all of them in full. */
export function mostLost(entries: readonly BudgetEntry[]): BudgetEntry | undefined {
  return entries
    .filter(({ id, notInFull }) => id !== undefined && notInFull)
    .reduce<BudgetEntry | undefined>((most, it) => (most && lost(most) >= lost(it) ? most : it), undefined);
}

/** The order after a click on the header of a column: by it, the other way round, and then that of the listing. */
export function nextOrder({ column, descending }: TableOrder, clicked: Column): TableOrder {
  if (column !== clicked) return { column: clicked, descending: firstDescending[clicked] };
  return descending === firstDescending[clicked] ? { column, descending: !descending } : { descending: false };
}

/** The rows that a filter leaves. */
export function filterEntries(
  entries: readonly BudgetEntry[],
  { text, notInFull, neverUsed = false }: TableFilter,
  uses: KnownUses = new Map(),
): BudgetEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (notInFull && !entry.notInFull) return false;
    const use = uses.get(entry.name);
    if (neverUsed && use?.isNeverUsed !== true) return false;
    if (words.length === 0) return true;
    const searched =
      `${entry.name} ${entry.tierLabel} ${entry.label} ${use?.isNeverUsed ? 'never used' : ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** The rows in an order; those that are equal in it stay in the order of the listing. */
export function sortEntries(
  entries: readonly BudgetEntry[],
  { column, descending }: TableOrder,
  problems: KnownProblems,
  uses: KnownUses = new Map(),
): BudgetEntry[] {
  if (!column) return [...entries];
  const compare = comparison(column, problems, uses);
  return [...entries].sort((one, other) => (descending ? compare(other, one) : compare(one, other)));
}

/** The same rows in the order in which they were shown before, so that none moves; others at the end. */
export function keepOrder(entries: readonly BudgetEntry[], keys: readonly string[]): BudgetEntry[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (entry: BudgetEntry) => places.get(keyOf(entry)) ?? places.size;
  return [...entries].sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * The share at which a bar is full, in percent: a round number that no row exceeds, so that bars can be compared with
 * each other and with the number beside them.
 */
export function fullBar(entries: readonly BudgetEntry[], budget: number): number {
  const largest = Math.max(0, ...entries.map(({ chars, full }) => Math.max(chars, full))) / Math.max(budget, 1);
  return [1, 2, 5, 10, 20, 50].find((percent) => largest * 100 <= percent) ?? 100;
}

function comparison(
  column: Column,
  problems: KnownProblems,
  uses: KnownUses,
): (one: BudgetEntry, other: BudgetEntry) => number {
  switch (column) {
    case 'name':
      return (one, other) => compareTexts(one.name, other.name);
    case 'tier':
      return (one, other) => compareTexts(one.tierLabel, other.tierLabel);
    case 'size':
    case 'share':
      return (one, other) => one.chars - other.chars || one.full - other.full;
    case 'state':
      return (one, other) => gravity[one.state] - gravity[other.state] || lost(one) - lost(other);
    case 'used':
      // Of those that were never used, the largest wastes most.
      return (one, other) => timesOf(one, uses) - timesOf(other, uses) || other.chars - one.chars;
    case 'findings': {
      const weight = ({ uri }: BudgetEntry) => {
        const { errors, warnings } = problems.get(uri ?? '') ?? { errors: 0, warnings: 0 };
        return errors * 1_000_000 + warnings;
      };
      return (one, other) => weight(one) - weight(other);
    }
  }
}

/** Unknown numbers come after everything else. */
function timesOf({ name }: BudgetEntry, uses: KnownUses): number {
  const use = uses.get(name);
  return use === undefined || use.label === '' ? Number.MAX_SAFE_INTEGER : use.times;
}

const { compare: compareTexts } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
