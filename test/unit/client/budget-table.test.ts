import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filterEntries,
  firstOrder,
  fullBar,
  groupOwn,
  keepOrder,
  keyOf,
  mostLost,
  nextOrder,
  sortEntries,
  type TableOrder,
} from '../../../client/src/webviews/budget/table-model.ts';
import { count, percent } from '../../../client/src/webviews/format-numbers.ts';
import { inThousands } from '../../../server/src/document/text/numbers.ts';
import { inPercent } from '../../../server/src/features/text/amounts.ts';
import type { BudgetEntry, PastUse } from '../../../server/src/protocol.ts';

function entry(name: string, chars: number, more: Partial<BudgetEntry> = {}): BudgetEntry {
  return {
    id: `user:${name}`,
    uri: `file:///${name}/SKILL.md`,
    name,
    tier: 'user',
    tierLabel: 'User',
    chars,
    full: chars,
    share: '',
    state: 'full',
    label: 'in full',
    explanation: '',
    notInFull: false,
    ...more,
  };
}

const use = (name: string, times: number, label = String(times)): [string, PastUse] => [
  name,
  { name, times, label, isNeverUsed: label === 'never', explanation: '' },
];
/** `skill-10` may be newer than all sessions. */
const uses = new Map([
  use('skill-9', 0, 'never'),
  use('pdf', 0, 'never'),
  use('Notes', 1),
  use('quiet', 12),
  use('skill-10', 0, ''),
]);

const nameOnly = { state: 'name-only', label: 'name only', notInFull: true } as const;
const entries = [
  entry('skill-10', 50),
  entry('skill-9', 300, { tier: 'project', tierLabel: 'Project' }),
  entry('pdf', 5, { full: 900, ...nameOnly }),
  entry('Notes', 50, { state: 'cut', label: 'cut', notInFull: true }),
  entry('quiet', 7, { state: 'name-only', label: 'name only' }),
];
const names = (list: readonly BudgetEntry[]) => list.map(({ name }) => name).join(' ');
const sorted = (order: TableOrder, problems = new Map()) => names(sortEntries(entries, order, problems));

describe('the order of the rows', () => {
  test('is by size at first, and equal ones stay in the order of the listing', () => {
    expect(sorted(firstOrder)).toBe('skill-9 skill-10 Notes quiet pdf');
  });

  test('is by name as people count, by tier, and by what the model misses', () => {
    expect(sorted({ column: 'name', descending: false })).toBe('Notes pdf quiet skill-9 skill-10');
    expect(sorted({ column: 'tier', descending: false })).toBe('skill-9 skill-10 pdf Notes quiet');
    expect(sorted({ column: 'state', descending: true })).toBe('pdf quiet Notes skill-10 skill-9');
  });

  test('is by findings: an error outweighs warnings, and what is not known yet counts as none', () => {
    const problems = new Map([
      ['file:///pdf/SKILL.md', { errors: 0, warnings: 9 }],
      ['file:///quiet/SKILL.md', { errors: 1, warnings: 0 }],
    ]);
    expect(sorted({ column: 'findings', descending: true }, problems)).toBe('quiet pdf skill-10 skill-9 Notes');
  });

  test('is by use: what was never used first, the largest of it before all, and what is not known last', () => {
    expect(names(sortEntries(entries, { column: 'used', descending: false }, new Map(), uses))).toBe(
      'skill-9 pdf Notes quiet skill-10',
    );
  });

  test('changes with each click on a header: by it, the other way round, and back to the listing', () => {
    const first = nextOrder(firstOrder, 'name');
    const second = nextOrder(first, 'name');
    const third = nextOrder(second, 'name');
    expect([first, second, third]).toEqual([
      { column: 'name', descending: false },
      { column: 'name', descending: true },
      { descending: false },
    ]);
    expect(sorted(third)).toBe(names(entries));
    expect(nextOrder(third, 'size')).toEqual(firstOrder);
  });

  test('stays while skills are left out, whatever their numbers are then', () => {
    const keys = sortEntries(entries, firstOrder, new Map()).map(keyOf);
    const after = entries.map((it) => ({ ...it, chars: it.name === 'skill-9' ? 0 : it.chars }));
    expect(names(keepOrder([...after, entry('new', 1)], keys))).toBe('skill-9 skill-10 Notes quiet pdf new');
  });
});

describe('the skills of Claude Code', () => {
  const { id: _, uri: __, ...bundled } = entry('loop', 400, { tier: 'bundled', tierLabel: 'Claude Code' });
  const all = [entry('mine', 30), bundled, { ...bundled, name: 'simplify', chars: 200 }, entry('yours', 20)];
  const everything = { text: '', notInFull: false };

  test('are in a closed group after all others', () => {
    const rows = groupOwn(all, everything, false, 10_000);
    expect(names(rows)).toBe('mine yours Claude Code’s own skills (2)');
    expect(rows[2]).toMatchObject({ chars: 600, share: '6\u00A0%', group: 'closed' });
    const missed = {
      ...bundled,
      name: 'init',
      chars: 4,
      full: 400,
      state: 'name-only' as const,
      label: 'name only',
      notInFull: true,
    };
    const [group] = groupOwn([missed, bundled], everything, false, 10_000);
    expect(group).toMatchObject({ state: 'name-only', label: '1 not in full', chars: 404, full: 800 });
    expect(names(groupOwn(all, everything, true, 1))).toBe('mine yours Claude Code’s own skills (2) loop simplify');
  });

  test('are in sight where the table is filtered, and no group where there are none', () => {
    expect(names(groupOwn(all, { ...everything, text: 'o' }, false, 1))).toBe('mine yours loop simplify');
    expect(names(groupOwn(entries, everything, false, 1))).toBe(names(entries));
  });
});

test('what loses most is the first to look at, and never what nobody can change', () => {
  expect(mostLost(entries)?.name).toBe('pdf');
  const { id: _, ...bundled } = entry('loop', 4, { full: 4_000, ...nameOnly });
  expect(mostLost([bundled, entry('Notes', 50)])).toBeUndefined();
});

describe('the filter', () => {
  test.each([
    ['', 'skill-10 skill-9 pdf Notes quiet'],
    ['SKILL', 'skill-10 skill-9'],
    ['user  name only', 'pdf quiet'],
    ['project', 'skill-9'],
    ['nothing', ''],
  ])('finds all words in name, tier and state: %s', (text, found) => {
    expect(names(filterEntries(entries, { text, notInFull: false }))).toBe(found);
  });

  test('leaves only what past sessions listed and never used, which its word finds too', () => {
    const unused = { text: '', notInFull: false, neverUsed: true };
    expect(names(filterEntries(entries, unused, uses))).toBe('skill-9 pdf');
    expect(names(filterEntries(entries, { text: 'never', notInFull: false }, uses))).toBe('skill-9 pdf');
    expect(names(filterEntries(entries, unused))).toBe('');
  });

  test('leaves only what is not shown in full, which what a setting shortens is not', () => {
    expect(names(filterEntries(entries, { text: '', notInFull: true }))).toBe('pdf Notes');
  });
});

test('bars are full at a round share that no row exceeds', () => {
  expect(fullBar(entries, 1000)).toBe(100);
  expect(fullBar(entries, 10_000)).toBe(10);
  expect(fullBar(entries, 10_000_000)).toBe(1);
  expect(fullBar([], 0)).toBe(1);
});

test('the pages write numbers as the server does', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000), fc.nat(2_000_000), (part, whole) => {
      expect(percent(part, whole)).toBe(inPercent(part, whole));
      expect(count(part)).toBe(inThousands(part));
    }),
  );
  expect([percent(29_962, 30_000), percent(30_000, 30_000), percent(1, 30_000), percent(5, 0)]).toEqual([
    '99.8\u00A0%',
    '100\u00A0%',
    '< 0.1\u00A0%',
    '–',
  ]);
});
