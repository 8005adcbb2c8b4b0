import { consumerFacts } from '../../../dialect/targets.ts';
import type { WhyReport, WhyStep } from '../../../protocol.ts';
import { inWords } from '../../../rules/messages/in-words.ts';
import type { FieldMatrix, FieldReading } from './field-matrix.ts';

/** What products do with a field that they do not read. */
const readings: readonly (readonly [FieldReading, string])[] = [
  ['reads', 'read by'],
  ['ignores', 'ignored by'],
  ['reports', 'reported as unknown by'],
  ['rejects', 'rejected, with the whole skill, by'],
];

/**
 * Which product reads which field of a skill, as the answer to a question.
 *
 * @param uri of the skill
 */
export function fieldSupportAnswer(name: string, { consumers, rows, missing }: FieldMatrix, uri: string): WhyReport {
  const refusing = consumers.filter(
    ({ id }) => rows.some((row) => row.readings[id] === 'rejects') || missing.some((it) => it.id === id),
  );
  const isRejected = rows.some((row) => Object.values(row.readings).includes('rejects'));
  return {
    title: `Who reads the fields of \`${name}\`?`,
    verdict:
      refusing.length === 0
        ? 'All products take this skill as it is'
        : `${inWords(refusing.map(({ title }) => title))} would not take this skill as it is`,
    steps: [...rows.map((row) => fieldStep(row, consumers)), ...missingSteps(missing)],
    ...(isRejected && { next: { title: 'Make Skill Portable…', kind: 'portable', uri } as const }),
  };
}

function fieldStep(
  { field, readings: found }: FieldMatrix['rows'][number],
  consumers: FieldMatrix['consumers'],
): WhyStep {
  const by = (reading: FieldReading) => consumers.filter(({ id }) => found[id] === reading).map(({ title }) => title);
  if (by('reads').length === consumers.length) return { state: 'good', text: `\`${field}\` is read by all` };
  const parts = readings.flatMap(([reading, words]) => {
    const titles = by(reading);
    return titles.length === 0 ? [] : [`${words} ${inWords(titles)}`];
  });
  return { state: by('rejects').length > 0 ? 'warning' : 'note', text: `\`${field}\` is ${parts.join('; ')}` };
}

/** Each field once, with all who require it. */
function missingSteps(missing: FieldMatrix['missing']): WhyStep[] {
  const fields = [...new Set(missing.flatMap((it) => it.fields))];
  return fields.map((field) => {
    const requiring = missing.filter((it) => it.fields.includes(field)).map(({ id }) => consumerFacts(id).title);
    return { state: 'warning', text: `\`${field}\` is missing, and required by ${inWords(requiring)}` };
  });
}
