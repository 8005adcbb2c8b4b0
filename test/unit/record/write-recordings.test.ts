import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judge } from '../../record/group-differences.ts';
import { isWritten, mergeRecordings, recordingOf, writeRecordings } from '../../record/write-recordings.ts';
import { storedCase } from './stored-case.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skillwright-write-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const old = { exit: 0, result: 'old' };
const fresh = { exit: 0, result: 'new' };
const changed = judge(storedCase(old), { key: '', answers: [fresh, fresh], before: old });
const same = judge(storedCase(old), { key: '', answers: [old] });
const unsteady = judge(storedCase(old), { key: '', answers: [fresh, old] });

test('only what is certain is written', () => {
  const written = (choice: 'nothing' | 'differences' | 'everything') =>
    [changed, same, unsteady].filter((it) => isWritten(it, choice));
  expect(written('nothing')).toEqual([]);
  expect(written('differences')).toEqual([changed]);
  expect(written('everything')).toEqual([changed, same]);
});

test('a recording has the fields of the one that it repeats', () => {
  const cut = judge(storedCase({ toolResults: [] }), { key: '', answers: [{ ...fresh, toolResults: [] }] });
  const { id, kind, input } = cut.stored;
  const observed = { toolResults: [] };
  expect(recordingOf(cut, '2.0.1', { ...fresh, toolResults: [] })).toEqual({
    id,
    kind,
    version: '2.0.1',
    input,
    observed,
  });
});

test('recordings of other cases stay, in their place', () => {
  const line = (id: string, result: string) => ({
    id,
    kind: 'k',
    version: '2.0.1',
    input: { files: {}, prompt: id },
    observed: { result },
  });
  expect(mergeRecordings([line('a', '1'), line('b', '1')], [line('a', '2'), line('c', '2')])).toEqual([
    line('a', '2'),
    line('b', '1'),
    line('c', '2'),
  ]);
});

test('a file for each group is written', () => {
  expect(writeRecordings(folder, '2.0.1', [changed], () => fresh)).toEqual(['group.2.0.1.jsonl']);
  const file = path.join(folder, 'group.2.0.1.jsonl');
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ id: 'one', version: '2.0.1', observed: fresh });
  writeRecordings(folder, '2.0.1', [changed], () => fresh);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
