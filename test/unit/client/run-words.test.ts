import { describe, expect, test } from 'vitest';
import { runDuration, runFacts } from '../../../client/src/claude-code/runs/run-words.ts';
import { costInWords, durationInWords, startInWords } from '../../../client/src/text/times-and-costs.ts';
import type { RunSummary } from '../../../server/src/protocol.ts';

const startedAt = new Date(2026, 10, 22, 14, 2).getTime();
const run: RunSummary = {
  id: 'a',
  uri: 'file:///app/.claude/skills/review/SKILL.md',
  invocation: '/review main..HEAD',
  arguments: 'main..HEAD',
  folder: '/app',
  state: 'running',
  startedAt,
};

describe('runs in words', () => {
  test.each([
    [40, '40 ms'],
    [2_340, '2.3 s'],
    [9_960, '10 s'],
    [31_400, '31 s'],
    [59_600, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [3_840_000, '1 h 4 min'],
  ])('%i milliseconds', (ms, words) => expect(durationInWords(ms)).toBe(words));

  test.each([
    [0, '$0.00'],
    [0.0004, '< $0.01'],
    [0.04, '$0.04'],
    [12.345, '$12.35'],
  ])('%d dollars', (dollars, words) => expect(costInWords(dollars)).toBe(words));

  test('the duration goes on while Claude Code works, and is exact afterwards', () => {
    expect(runDuration(run, startedAt + 4_900)).toBe('4 s');
    expect(runDuration(run, startedAt - 50)).toBe('0 s');
    expect(runDuration({ ...run, state: 'succeeded', ms: 4_900 }, startedAt)).toBe('4.9 s');
    expect(runDuration({ ...run, state: 'failed' }, startedAt)).toBeUndefined();
  });

  test('the start is named by its day', () => {
    expect(startInWords(startedAt, startedAt + 60_000)).toBe('today 14:02');
    expect(startInWords(startedAt, new Date(2026, 10, 23, 0, 1).getTime())).toBe('yesterday 14:02');
    expect(startInWords(startedAt, new Date(2026, 10, 24).getTime())).toBe('Nov 22, 14:02');
  });

  test('a row says what matters in its state', () => {
    const now = startedAt + 12_000;
    expect(runFacts({ ...run, cost: 0.04 }, now)).toBe('12 s · $0.04 · running');
    expect(runFacts({ ...run, state: 'succeeded', ms: 31_000, cost: 0.11 }, now)).toBe('31 s · $0.11 · today 14:02');
    expect(runFacts({ ...run, state: 'failed', ms: 2_000, problem: 'denied: Bash(git push)' }, now)).toBe(
      '2.0 s · denied: Bash(git push)',
    );
    expect(runFacts({ ...run, state: 'cancelled', ms: 2_000 }, now)).toBe('2.0 s · stopped');
    expect(runFacts({ ...run, state: 'succeeded', ms: 2_000, denied: 2 }, now)).toBe('2.0 s · 2 denied · today 14:02');
    expect(runFacts({ ...run, state: 'failed', ms: 2_000, cost: 0, problem: 'Run `claude`' }, now)).toBe(
      '2.0 s · Run claude',
    );
  });
});
