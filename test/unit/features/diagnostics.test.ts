import { expect, test } from 'vitest';
import { fadedPlaces, toDiagnostics } from '../../../server/src/features/check/diagnostics.ts';
import type { Finding } from '../../../server/src/rules/rule.ts';
import { openText, uri } from './open-text.ts';

test('a finding becomes a diagnostic with all that editors show', () => {
  const { open } = openText('---\r\nname: 😀x\r\n---\r\n', { rules: [] });
  const finding: Finding = {
    rule: 'name-format',
    severity: 'hint',
    range: { start: 11, end: 14 },
    message: 'What happens',
    tag: 'deprecated',
    related: [{ range: { start: 0, end: 3 }, message: 'See here' }],
    fixes: [{ title: 'Mend it', safe: true, edits: [] }],
  };
  expect(toDiagnostics([finding], open.document, uri)).toEqual([
    {
      range: { start: { line: 1, character: 6 }, end: { line: 1, character: 9 } },
      severity: 4,
      source: 'skillwright',
      code: 'name-format',
      codeDescription: { href: 'https://github.com/skillwright/skillwright/blob/main/docs/rules/name-format.md' },
      message: 'What happens',
      data: { rule: 'name-format' },
      tags: [2],
      relatedInformation: [
        {
          location: { uri, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } } },
          message: 'See here',
        },
      ],
    },
  ]);
});

test.each([
  ['error', 1],
  ['warning', 2],
  ['information', 3],
  ['hint', 4],
] as const)('%s is severity %i', (severity, expected) => {
  const { open } = openText('text', { rules: [] });
  const finding: Finding = { rule: 'text-secret', severity, range: { start: 0, end: 4 }, message: '' };
  const [diagnostic] = toDiagnostics([finding], open.document, uri);
  expect(diagnostic).toMatchObject({ severity: expected });
  expect(diagnostic).not.toHaveProperty('tags');
  expect(diagnostic).not.toHaveProperty('relatedInformation');
});

test('another file is related by its beginning', () => {
  const { open } = openText('text', { rules: [] });
  const related = [{ path: '/home/me/my skills/a/SKILL.md', range: { start: 0, end: 0 }, message: 'The other one' }];
  const finding: Finding = { rule: 'text-secret', severity: 'hint', range: { start: 0, end: 4 }, message: '', related };
  const [diagnostic] = toDiagnostics([finding], open.document, uri);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  expect(diagnostic!.relatedInformation).toEqual([
    { location: { uri: 'file:///home/me/my%20skills/a/SKILL.md', range }, message: 'The other one' },
  ]);
});

test('more places of a finding fade, and only one of all is counted', () => {
  const { open } = openText('---\ndescription: Counts boxes. Use for boxes.\nfoo: 1\nbar: 2\n---\n\nCount.\n');
  const lines = (diagnostics: ReturnType<typeof toDiagnostics>) => diagnostics.map(({ range }) => range.start.line);
  expect(lines(toDiagnostics(open.findings, open.document, uri))).toEqual([2]);
  const faded = fadedPlaces(open.findings, open.document, uri);
  expect(lines(faded)).toEqual([3]);
  expect(faded).toMatchObject([{ severity: 4, tags: [1] }]);
});
