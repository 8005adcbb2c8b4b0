import { describe, expect, test } from 'vitest';
import { readDocumentQuery } from '../../../client/src/preview/documents/preview-document-query.ts';
import { readKeptPreview, readPageMessage } from '../../../client/src/preview/page/read-page-message.ts';

describe('the address of a document', () => {
  test('is read', () => {
    const asked = { uri: 'file:///x/SKILL.md', arguments: 'a b' };
    expect(readDocumentQuery(JSON.stringify(asked))).toEqual(asked);
    expect(readDocumentQuery('{"commands":"abc"}')).toEqual({ commands: 'abc' });
  });

  test.each([
    '',
    '{',
    'null',
    '1',
    '[]',
    '"x"',
    '{}',
    '{"uri":"file:///x"}',
    '{"uri":1,"arguments":"x"}',
    '{"commands":1}',
  ])('is none of ours: %s', (query) => expect(readDocumentQuery(query)).toBeUndefined());
});

describe('a message of the page', () => {
  test.each([
    { kind: 'ready', view: 'exact', newer: ['a'] },
    { kind: 'newer', change: -1 },
    { kind: 'remember' },
    { kind: 'argument', index: 0, value: '' },
    { kind: 'select', source: { start: 3, end: 3 } },
    { kind: 'scroll', offset: 12 },
    { kind: 'allow', hash: 'a' },
    { kind: 'command', command: 'runAll' },
  ])('is taken: %j', (message) => expect(readPageMessage(message)).toBe(message));

  test.each([
    undefined,
    null,
    'run',
    {},
    { kind: 'toString' },
    { kind: 'ready', view: 'other', newer: [] },
    { kind: 'ready', view: 'exact' },
    { kind: 'ready', view: 'exact', newer: [1] },
    { kind: 'newer', change: 5 },
    { kind: 'arguments' },
    { kind: 'argument', index: '0', value: '' },
    { kind: 'argument', index: -1, value: '' },
    { kind: 'argument', index: 0.5, value: '' },
    { kind: 'select' },
    { kind: 'select', source: null },
    { kind: 'select', source: { start: 3, end: 2 } },
    { kind: 'select', source: { start: '0', end: '1' } },
    { kind: 'scroll', offset: Number.NaN },
    { kind: 'run', hash: ['a'] },
    { kind: 'allow' },
    { kind: 'command', command: 'constructor' },
    { kind: 'command', command: 'workbench.action.quit' },
  ])('is not taken: %j', (message) => expect(readPageMessage(message)).toBeUndefined());
});

describe('what was kept of a page', () => {
  test('is read', () => {
    const kept = { uri: 'file:///x/SKILL.md', arguments: 'a', locked: true };
    expect(readKeptPreview({ ...kept, view: 'exact', invisibles: false })).toEqual(kept);
  });

  test.each([undefined, null, 'x', { uri: 1, arguments: {}, locked: 'yes' }, { uri: 'no address' }])(
    'is left out where it is something else: %j',
    (kept) => expect(readKeptPreview(kept)).toEqual({ locked: false }),
  );
});
