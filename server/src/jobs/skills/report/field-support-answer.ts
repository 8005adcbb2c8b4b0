import type { WhyCell, WhyReport, WhyRows } from '../../../protocol.ts';
import type { FieldMatrix, FieldReading } from './field-matrix.ts';

const cells: Readonly<Record<FieldReading, WhyCell>> = {
  reads: { state: 'good', word: 'reads' },
  ignores: { state: 'none', word: 'ignores' },
  reports: { state: 'warning', word: 'warns' },
  rejects: { state: 'bad', word: 'rejects' },
};

const requires: WhyCell = { state: 'bad', word: 'requires' };

/** The words that do not explain themselves. */
const meanings: readonly (readonly [WhyCell, string])[] = [
  [cells.reports, 'ignores the field and reports it as unknown'],
  [cells.rejects, 'does not take a skill that has the field'],
  [requires, 'does not take a skill without the field'],
];

/**
 * Which product reads which field of a skill, as the answer to a question: first the fields that the skill has.
 *
 * @param others the fields that the skill does not have
 * @param uri of the skill
 */
export function fieldSupportAnswer(
  name: string,
  { consumers, rows, missing }: FieldMatrix,
  others: FieldMatrix['rows'],
  uri: string,
): WhyReport {
  const refusing = consumers.filter(
    ({ id }) => rows.some((row) => row.readings[id] === 'rejects') || missing.some((it) => it.id === id),
  );
  const isRejected = rows.some((row) => Object.values(row.readings).includes('rejects'));
  const inTable = (row: FieldMatrix['rows'][number]) => ({
    name: `\`${row.field}\``,
    cells: consumers.map(({ id }) => cells[row.readings[id]!]),
  });
  const groups: WhyRows[] = [
    { title: 'In this file', rows: rows.map(inTable) },
    { title: 'Required, but missing', rows: missingRows(missing, consumers) },
    { title: 'Other fields', rows: others.map(inTable) },
  ].filter((group) => group.rows.length > 0);
  const words = new Set(groups.flatMap((group) => group.rows.flatMap((row) => row.cells.map(({ word }) => word))));
  return {
    title: `Who reads the fields of \`${name}\`?`,
    verdict:
      refusing.length === 0
        ? 'All products take this skill as it is'
        : `${refusing.length} of ${consumers.length} would not take this skill as it is: ${refusing.map(({ title }) => title).join(', ')}`,
    steps: [],
    table: {
      corner: 'Field',
      columns: consumers.map(({ title }) => title),
      groups,
      legend: meanings.flatMap(([{ word }, meaning]) => (words.has(word) ? [{ word, meaning }] : [])),
    },
    ...(isRejected && { next: { title: 'Make Skill Portable…', kind: 'portable', uri } as const }),
  };
}

/** Each field once, with all who require it. */
function missingRows(missing: FieldMatrix['missing'], consumers: FieldMatrix['consumers']): WhyRows['rows'] {
  const fields = [...new Set(missing.flatMap((it) => it.fields))];
  return fields.map((field) => ({
    name: `\`${field}\``,
    cells: consumers.map(({ id }): WhyCell => {
      const isRequired = missing.some((it) => it.id === id && it.fields.includes(field));
      return isRequired ? requires : { state: 'none', word: 'optional' };
    }),
  }));
}
