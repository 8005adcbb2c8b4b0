import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../../record/answer-case.ts';
import { AnswerStore } from '../../record/answer-store.ts';
import { askCases } from '../../record/ask-cases.ts';
import type { Asker } from '../../record/isolation.ts';
import { noNames } from '../../record/observe.ts';
import { storedCase } from './stored-case.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skillwright-ask-'));
  file = path.join(folder, 'answers.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const respondent = (version: string) => ({
  release: { version, command: [version] as const, program: version },
  builtIn: noNames,
});
const respondents = { now: respondent('new'), before: respondent('old') };
const recorded = { exit: 0, result: 'old' };
const cases = ['a', 'b'].map((id) => storedCase(recorded, { key: id, id }));

/** Answers as a function says, and remembers who was asked. */
function asker(answer: (client: string) => Answer, isIsolated = true): Asker & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    isIsolated,
    ask: async ({ command }) => {
      asked.push(command[0]);
      return answer(command[0]);
    },
    askTogether: async ({ command, together }) => {
      asked.push(`${command[0]} ${together.length}`);
      const answers = together.map(() => answer(command[0]));
      return { together: answers.map((it) => ('observed' in it ? it.observed : null)) };
    },
    close: () => {},
  };
}

const ask = (by: Asker, some = cases) => askCases(some, respondents, by, new AnswerStore(file), 1, () => {});

test('an answer as recorded is asked for once, and never again', async () => {
  const same = asker(() => ({ observed: recorded }));
  await ask(same);
  expect(same.asked).toEqual(['new', 'new']);
  await ask(same);
  expect(same.asked).toEqual(['new', 'new']);
});

test('a difference is asked for again, then of the old release', async () => {
  const differs = asker((client) => ({ observed: { exit: 0, result: client } }));
  await ask(differs, cases.slice(0, 1));
  expect(differs.asked).toEqual(['new', 'new', 'old']);
  const fresh = { exit: 0, result: 'new' };
  expect(new AnswerStore(file).get('a')).toEqual({ key: 'a', answers: [fresh, fresh], before: recorded });
});

test('a run that took too long is tried once more, and not stored', async () => {
  const slow = asker(() => ({ timedOut: true }));
  expect(await ask(slow)).toEqual({ timedOut: ['a', 'b'], notIsolated: [], failed: [] });
  expect(slow.asked).toEqual(['new', 'new', 'new', 'new']);
  expect(new AnswerStore(file).get('a')).toBeUndefined();
});

test('managed settings are not written without isolation', async () => {
  const managed = { ...cases[0]!, input: { files: { '/etc/claude-code/managed-settings.json': '{}' }, prompt: '' } };
  const open = asker(() => ({ observed: recorded }), false);
  expect(await ask(open, [managed])).toEqual({ timedOut: [], notIsolated: ['a'], failed: [] });
  expect(open.asked).toEqual([]);
});

test('a case that cannot be asked keeps no other from being asked', async () => {
  let count = 0;
  const failing = asker(() => {
    if (count++ === 0) throw new Error('no space');
    return { observed: recorded };
  });
  expect(await ask(failing)).toEqual({ timedOut: [], notIsolated: [], failed: ['a (no space)'] });
  expect(new AnswerStore(file).get('b')).toBeDefined();
});

test('a run that is told to stop ends after the case at hand', async () => {
  const controller = new AbortController();
  const stopping = asker(() => {
    controller.abort();
    return { observed: recorded };
  });
  await askCases(cases, respondents, stopping, new AnswerStore(file), 1, () => {}, controller.signal);
  expect(stopping.asked).toEqual(['new']);
});

test('a line that was cut off is asked for again', async () => {
  await ask(
    asker(() => ({ observed: recorded })),
    cases.slice(0, 1),
  );
  appendFileSync(file, '{"key":"b","answ');
  const again = asker(() => ({ observed: recorded }));
  await ask(again);
  expect(again.asked).toEqual(['new']);
  expect(readFileSync(file, 'utf8').trim().split('\n').at(-1)).toBe(JSON.stringify({ key: 'b', answers: [recorded] }));
});

test('cases that can share a client are asked together, and what differs alone', async () => {
  const steady = { ...recorded, stderr: '' };
  const shareable = ['a', 'b', 'c'].map((id) =>
    storedCase(steady, { key: id, input: { files: { '.claude/skills/s/SKILL.md': 'Body' }, prompt: '/s' } }),
  );
  let count = 0;
  const differsOnce = asker(() => ({ observed: count++ === 1 ? { ...steady, result: 'of another' } : steady }));
  await ask(differsOnce, [...shareable, storedCase(steady, { key: 'd' })]);
  expect(differsOnce.asked).toEqual(['new 3', 'new', 'new']);
  expect(new AnswerStore(file).get('b')).toEqual({ key: 'b', answers: [steady] });
});
