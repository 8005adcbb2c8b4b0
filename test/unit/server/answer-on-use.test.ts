import { beforeEach, expect, test } from 'vitest';
import type { Connection } from 'vscode-languageserver';
import { answerOnUse } from '../../../server/src/lsp/answer-on-use.ts';

type Handler = (...given: unknown[]) => unknown;

const token = { isCancellationRequested: false };
let registered: Map<string, Handler>;
let forOthers: Handler;
let logged: string[];
let connection: Connection;

beforeEach(() => {
  registered = new Map();
  logged = [];
  connection = {
    onRequest(method: string | Handler, handler?: Handler) {
      if (typeof method === 'string') registered.set(method, handler!);
      else forOthers = method;
    },
    console: { error: (message: string) => logged.push(message) },
  } as unknown as Connection;
});

test('answers are loaded once, with the first request that needs them, and get what it was given', async () => {
  let loads = 0;
  answerOnUse(connection, async (answering) => {
    loads++;
    await Promise.resolve();
    answering.onRequest('skillwright/tree', (...given: unknown[]) => given);
  });
  expect(loads).toBe(0);
  const both = Promise.all([
    forOthers('skillwright/tree', { a: 1 }, token),
    forOthers('skillwright/tree', undefined, token),
  ]);
  expect(await both).toEqual([[{ a: 1 }, token], [token]]);
  expect(loads).toBe(1);
  // From now on, the connection calls it directly.
  expect(registered.has('skillwright/tree')).toBe(true);
});

test('answers can be loaded before the first request', async () => {
  let loads = 0;
  const load = answerOnUse(connection, async (answering) => {
    loads++;
    answering.onRequest('skillwright/tree', () => 'rows');
  });
  await load();
  expect(loads).toBe(1);
  expect(await forOthers('skillwright/tree', {}, token)).toBe('rows');
  await load();
  expect(loads).toBe(1);
});

test('what nobody answers is refused, and loads nothing if it is not ours', async () => {
  let loads = 0;
  answerOnUse(connection, async () => {
    loads++;
  });
  expect(await forOthers('other/thing', {}, token)).toMatchObject({ code: -32601 });
  expect(loads).toBe(0);
  expect(await forOthers('skillwright/thing', {}, token)).toMatchObject({ code: -32601 });
});

test('the next request tries again after a failure, which is logged', async () => {
  let fails = true;
  answerOnUse(connection, async (answering) => {
    if (fails) throw new Error('too many open files');
    answering.onRequest('skillwright/tree', () => 'rows');
  });
  await expect(forOthers('skillwright/tree', {}, token)).rejects.toThrow('too many open files');
  expect(logged.join()).toContain('too many open files');
  fails = false;
  expect(await forOthers('skillwright/tree', {}, token)).toBe('rows');
});
