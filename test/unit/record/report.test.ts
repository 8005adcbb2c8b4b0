import { describe, expect, test } from 'vitest';
import { groupDifferences, judge } from '../../record/group-differences.ts';
import { type ReportFacts, reportOf, summaryOf } from '../../record/report.ts';
import { storedCase } from './stored-case.ts';

const old = { exit: 0, result: 'old' };
const fresh = { exit: 0, result: 'new' };
const changed = Array.from({ length: 10 }, (_, index) =>
  judge(storedCase(old, { id: `case-${index}` }), { key: '', answers: [fresh, fresh], before: old }),
);
const same = judge(storedCase(old), { key: '', answers: [old] });

const facts: ReportFacts = {
  version: '2.0.1',
  from: '2.0.0',
  comparedWith: '2.0.0',
  date: '2026-01-02',
  isIsolated: true,
  selected: 20,
  judged: [...changed, same],
  timedOut: ['a', 'b'],
  notIsolated: [],
  failed: [],
  groups: groupDifferences(changed),
  names: [{ what: 'Command names', found: 3, added: ['access'], judged: 2, removed: [] }],
};

describe('the report', () => {
  test('counts every case once', () => {
    const report = reportOf(facts);
    expect(report).toContain('| as recorded | 1 |');
    expect(report).toContain('| took too long twice; not stored | 2 |');
    expect(report).toContain('Took too long: `a`, `b`');
    expect(report).toContain('| not asked yet | 7 |');
    expect(report).toContain('| all | 20 |');
  });

  test('tells a group once, with some of its cases', () => {
    const report = reportOf(facts);
    expect(report).toContain('### result: "old" → "new"\n\n10 cases, changed: ');
    expect(report).toContain('`case-7` and 2 more');
    expect(report).not.toContain('case-8');
  });

  test('tells what the texts of the programs name', () => {
    expect(reportOf(facts)).toContain(
      '- **Command names** (3 in 2.0.1): added `access`, and 2 that are judged; removed none',
    );
    const many = Array.from({ length: 100 }, (_, index) => `name${index}`);
    const names = [{ what: 'Command names', found: 100, added: many, judged: 0, removed: [] }];
    expect(reportOf({ ...facts, names })).toContain('and 40 more');
  });

  test('is also written for programs', () => {
    expect(summaryOf(facts)).toEqual({
      counts: { changed: 10, same: 1 },
      differences: [
        { verdict: 'changed', cause: 'result: "old" → "new"', cases: changed.map(({ stored }) => stored.id) },
      ],
      unanswered: ['a', 'b'],
      newNames: { 'Command names': ['access'] },
    });
  });

  test('says what could not be done', () => {
    const report = reportOf({ ...facts, comparedWith: undefined, isIsolated: false, groups: [], names: undefined });
    expect(report).toContain('every difference is unconfirmed');
    expect(report).toContain('Namespaces were not available');
    expect(report).toContain('Not compared: 2.0.0 is not installed.');
    expect(report).toContain('None.');
  });
});
