import path from 'node:path';
import { expect, test } from 'vitest';
import { verifiedRelease } from '../../conformance/recording-files.ts';
import { quickSelection } from '../../record/quick-selection.ts';
import { selected } from '../../record/record-release.ts';
import { readCases } from '../../record/recorded-case.ts';
import { storedCase } from './stored-case.ts';

const keysOf = (cases: Parameters<typeof quickSelection>[0]) => quickSelection(cases).map(({ key }) => key);

test('of cases that ask and answer alike, the first is asked', () => {
  const refusal = { exit: 1, result: 'Error: The skill `a` was not found here.' };
  const cases = [
    storedCase({ exit: 0, result: 'OK' }, { key: 'first' }),
    storedCase({ exit: 0, result: 'Done' }, { key: 'alike' }),
    storedCase({ exit: 0, result: 'OK' }, { key: 'setting', input: { files: {}, prompt: '', settings: { user: {} } } }),
    storedCase({ exit: 0, result: 'OK' }, { key: 'flag', input: { files: {}, prompt: '', args: ['--bare'] } }),
    storedCase(refusal, { key: 'refusal' }),
    storedCase({ ...refusal, result: refusal.result.replace('`a`', '`b`') }, { key: 'same refusal' }),
    storedCase({ exit: 0, result: 'OK', extra: 1 }, { key: 'field' }),
  ];
  expect(keysOf(cases)).toEqual(['first', 'setting', 'flag', 'refusal', 'field']);
});

test('each group of recordings is asked about', () => {
  const all = selected(readCases(path.resolve('test/conformance'), verifiedRelease));
  const quick = quickSelection(all);
  expect(new Set(quick.map(({ group }) => group))).toEqual(new Set(all.map(({ group }) => group)));
  expect(quick.length).toBeLessThan(all.length / 2);
});
