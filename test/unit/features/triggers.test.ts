import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { unknownTools } from '../../../server/src/jobs/evaluations/triggers/trigger-arguments.ts';
import { TriggerObserver } from '../../../server/src/jobs/evaluations/triggers/trigger-observer.ts';
import {
  measuredQuery,
  outcomeOf,
  rateOf,
  totals,
} from '../../../server/src/jobs/evaluations/triggers/trigger-report.ts';
import { readTriggerSet } from '../../../server/src/jobs/evaluations/triggers/trigger-set.ts';

const recordings = path.join(import.meta.dirname, '../../fixtures/runs');

/** The lines that the real Claude Code printed in a recorded run. */
const recorded = (name: string) => readFileSync(path.join(recordings, name), 'utf8').trim().split('\n');

function observed(lines: readonly string[]): TriggerObserver {
  const observer = new TriggerObserver();
  for (const line of lines) observer.take(line);
  return observer;
}

describe('what a run says', () => {
  test('a recorded call of a skill is found, with its outcome and cost', () => {
    const { run, isDecided, hasEnded, tools } = observed(recorded('skill.jsonl'));
    expect(run).toMatchObject({ calls: [{ name: 'other', outcome: 'loaded' }], problem: undefined });
    expect(run.cost).toBeGreaterThan(0);
    expect({ isDecided, hasEnded }).toEqual({ isDecided: true, hasEnded: true });
    expect(tools).toContain('Skill');
  });

  test('a recorded account without credit is no answer', () => {
    const { run } = observed(recorded('credit.jsonl'));
    expect(run).toMatchObject({ calls: [], problem: expect.stringMatching(/credit balance is too low/i) });
  });

  test('the calls of an agent are not those of the model', () => {
    const lines = recorded('skill.jsonl').map((line) =>
      line.replaceAll('"parent_tool_use_id":null', '"parent_tool_use_id":"a"'),
    );
    expect(observed(lines).run.calls).toEqual([]);
  });

  test('every line cut off, and every value of another type, is tolerated', () => {
    for (const name of readdirSync(recordings).filter((it) => it.endsWith('.jsonl'))) {
      for (const line of recorded(name)) {
        for (let length = 0; length < Math.min(line.length, 400); length += 7) observed([line.slice(0, length)]);
        for (const other of ['null', '7', '[]', '{}', '"text"']) {
          observed([line.replaceAll(/(?<=":)(?:"(?:[^"\\]|\\.)*"|true|false|null|\d+)/g, other)]);
          observed([line.replace(/(?<="(?:message|content|input|tools)":)[[{]/, `${other},"rest":$&`)]);
        }
      }
    }
  });

  test('tools that no rule asks for are named', () => {
    expect(unknownTools(['Task', 'Bash', 'Skill', 'LaunchRocket', 'mcp__a__b'], [])).toEqual(['LaunchRocket']);
    expect(unknownTools(['LaunchRocket'], ['LaunchRocket'])).toEqual([]);
  });
});

describe('what it comes to', () => {
  const call = (name: string, outcome: 'loaded' | 'denied' | 'failed' = 'loaded') => ({
    name,
    outcome,
    reason: undefined,
  });
  const outcome = (...calls: readonly ReturnType<typeof call>[]) =>
    outcomeOf({ calls, cost: 0, problem: undefined }, (name) => name === 'own');
  const silent = outcomeOf({ calls: [], cost: 0, problem: 'Overloaded' }, () => false);

  test('precision and recall count runs, and only those with an answer', () => {
    const runs = [
      [outcome(call('own')), outcome(call('other')), outcome(), silent],
      [outcome(call('own')), outcome(call('third')), outcome(call('other'), call('own'))],
    ];
    const queries = [
      measuredQuery({ query: 'a', shouldTrigger: true, part: 'train' }, runs[0]!),
      measuredQuery({ query: 'b', shouldTrigger: false, part: 'test' }, runs[1]!),
    ];
    expect(queries).toMatchObject([
      { runs: 3, triggered: 1, errors: 1, problem: 'Overloaded', isAsExpected: false, neighbors: [{ name: 'other' }] },
      { runs: 3, triggered: 2, errors: 0, isAsExpected: false },
    ]);
    // Right are one of three runs of the first, and one of three of the second.
    expect(rateOf(queries)).toMatchObject({ right: 2, runs: 6, interval: { low: expect.closeTo(0.0968, 4) } });
    expect(totals(queries, runs)).toEqual({
      precision: 1 / 3,
      recall: 1 / 3,
      falseTriggers: 2,
      neighbors: [{ name: 'other', runs: 1 }],
    });
  });

  test('a call that is repeated after it was denied has got through', () => {
    expect(outcome(call('own', 'denied'), call('own'))).toMatchObject({ triggered: true, refused: undefined });
    expect(outcome(call('own', 'failed'))).toMatchObject({ triggered: true, refused: 'failed' });
  });

  test('without runs, nothing is said', () => {
    const queries = [measuredQuery({ query: 'a', shouldTrigger: true, part: 'train' }, [silent])];
    expect(queries[0]).toMatchObject({ runs: 0, isAsExpected: undefined });
    expect(totals(queries, [[silent]])).toMatchObject({ precision: undefined, recall: undefined });
  });
});

test('a trigger set says which queries are not asked', () => {
  const items = [
    { query: ' a ', should_trigger: true, note: 'x' },
    { query: '/a', should_trigger: true },
    { query: 'b', should_trigger: 'yes' },
    { query: '', should_trigger: false },
    7,
  ];
  expect(readTriggerSet(`\uFEFF${JSON.stringify(items)}`)).toEqual({
    queries: [{ query: 'a', shouldTrigger: true, part: 'train' }],
    skillName: undefined,
    notes: [
      'The query `/a` is not asked: it begins with `/`, `!` or `#`, so the model does not choose',
      'The query at index 2 is not asked: `should_trigger` is neither true nor false',
      'The query at index 3 is not asked: it has no `query`',
      'The query at index 4 is not asked: it has no `query`',
    ],
  });
  const many = Array.from({ length: 501 }, () => items[0]);
  expect(readTriggerSet(JSON.stringify(many))).toMatchObject({
    notes: ['Only the first 500 of 501 queries are asked'],
  });
  expect(readTriggerSet('[')).toEqual({ problem: 'The file is not valid JSON' });
});
