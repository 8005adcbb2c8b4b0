import { expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { fieldMatrix, otherFields } from '../../../server/src/jobs/skills/report/field-matrix.ts';
import { fieldSupportAnswer } from '../../../server/src/jobs/skills/report/field-support-answer.ts';

function answerOf(text: string) {
  const matrix = fieldMatrix(readDocument(text, 'claude-code', 'skill'));
  return fieldSupportAnswer('demo', matrix, otherFields(matrix), 'file:///demo/SKILL.md');
}

test('the fields of the file come first, in its order, then what is missing, then all others once', () => {
  const { table, verdict, next } = answerOf('---\nname: demo\neffort: high\ncolour: red\n---\n\nBody.\n');
  const names = table!.groups.map(({ title, rows }) => [title, rows.map(({ name }) => name)] as const);
  expect(names.slice(0, 2)).toEqual([
    ['In this file', ['`name`', '`effort`', '`colour`']],
    ['Required, but missing', ['`description`']],
  ]);
  const all = names.flatMap(([, rows]) => rows);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('`license`');
  const words = (name: string) => {
    const row = table!.groups.flatMap(({ rows }) => rows).find((it) => it.name === name)!;
    return Object.fromEntries(table!.columns.map((column, index) => [column, row.cells[index]!.word]));
  };
  expect(words('`effort`')).toMatchObject({
    'Claude Code': 'reads',
    'OpenAI Codex': 'ignores',
    'VS Code Copilot': 'warns',
  });
  expect(words('`colour`')).toMatchObject({ 'Claude Code': 'ignores', 'Agent Skills specification': 'rejects' });
  expect(words('`description`')).toMatchObject({ 'Claude Code': 'optional', 'Agent Skills specification': 'requires' });
  expect(verdict).toMatch(/^\d of 7 would not take this skill as it is: Agent Skills specification, /);
  expect(next).toMatchObject({ kind: 'portable' });
  expect(table!.legend.map(({ word }) => word)).toEqual(['warns', 'rejects', 'requires']);
});

test('a skill that all products take says so, and offers nothing', () => {
  const { table, verdict, next } = answerOf('---\nname: demo\ndescription: Reads.\n---\n\nBody.\n');
  expect(verdict).toBe('All products take this skill as it is');
  expect(next).toBeUndefined();
  expect(table!.groups.map(({ title }) => title)).toEqual(['In this file', 'Other fields']);
});
