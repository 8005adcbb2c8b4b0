import type { ConsumerId } from '../../../dialect/consumer-id.ts';
import { type FieldFacts, fieldsFor, findField } from '../../../dialect/fields.ts';
import { accepts, consumerFacts, TARGETS } from '../../../dialect/targets.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown } from '../../../features/text/markdown-text.ts';

/** How a product treats a field of a skill. */
export type FieldReading = 'reads' | 'ignores' | 'reports' | 'rejects';

/** Which product reads which field of one skill. */
export interface FieldMatrix {
  readonly consumers: readonly { readonly id: ConsumerId; readonly title: string; readonly source: string }[];
  readonly rows: readonly {
    readonly field: string;
    /** Undefined for a field that nobody documents. */
    readonly description: string | undefined;
    readonly readings: Readonly<Partial<Record<ConsumerId, FieldReading>>>;
  }[];
  /** Fields that a product requires and the skill does not have. */
  readonly missing: readonly { readonly id: ConsumerId; readonly fields: readonly string[] }[];
}

/** The readings of every field in the frontmatter of a skill, as `schemas/` has them. */
export function fieldMatrix({ frontmatter, runtime }: SkillDocument): FieldMatrix {
  const ids: readonly ConsumerId[] = [runtime, ...TARGETS.map(({ id }) => id)];
  const names = [...frontmatter.fields.keys()];
  const rows = names.map((field) => rowOf(field, ids));
  const missing = ids.flatMap((id) => {
    const { name, description } = consumerFacts(id);
    const required = [...(name.required ? ['name'] : []), ...(description.required ? ['description'] : [])];
    const fields = required.filter((field) => !names.includes(field));
    return fields.length === 0 ? [] : [{ id, fields }];
  });
  const consumers = ids.map((id) => ({ id, title: consumerFacts(id).title, source: consumerFacts(id).source.url }));
  return { consumers, rows, missing };
}

/** The same of the fields that a skill could have, but does not. */
export function otherFields({ consumers, rows, missing }: FieldMatrix): FieldMatrix['rows'] {
  const shown = new Set([...rows.map(({ field }) => field), ...missing.flatMap(({ fields }) => fields)]);
  const ids = consumers.map(({ id }) => id);
  return fieldsFor('skill').flatMap(({ name }) => (shown.has(name) ? [] : [rowOf(name, ids)]));
}

function rowOf(field: string, ids: readonly ConsumerId[]): FieldMatrix['rows'][number] {
  const facts = findField(field, 'skill');
  const readings = Object.fromEntries(ids.map((id) => [id, readingOf(id, facts)]));
  return { field, description: facts?.description, readings };
}

function readingOf(id: ConsumerId, field: FieldFacts | undefined): FieldReading {
  if (field && accepts(id, field)) return 'reads';
  const { unknownFields } = consumerFacts(id);
  return unknownFields === 'rejected' ? 'rejects' : unknownFields === 'reported' ? 'reports' : 'ignores';
}

const words: Readonly<Record<FieldReading, string>> = {
  reads: '✓',
  ignores: '–',
  reports: 'warns',
  rejects: '**rejects**',
};

export function fieldMatrixDocument(name: string, { consumers, rows, missing }: FieldMatrix): Markdown {
  const titleOf = (id: ConsumerId) => ownMarkdown(consumerFacts(id).title);
  const head = `| Field | ${consumers.map(({ title }) => title).join(' | ')} |`;
  const line = `|---|${consumers.map(() => '---').join('|')}|`;
  const table = rows.map(({ field, readings }) => {
    const cells = consumers.map(({ id }) => words[readings[id]!]);
    return markdown`| ${cell(codeSpan(field))} | ${ownMarkdown(cells.join(' | '))} |`;
  });
  const parts = [
    markdown`# Field support of ${codeSpan(name)}`,
    rows.length === 0
      ? ownMarkdown('The skill has no fields.')
      : joinMarkdown([ownMarkdown(head), ownMarkdown(line), ...table], '\n'),
    ownMarkdown(legend(rows)),
    joinMarkdown(
      missing.map(({ id, fields }) => {
        const required = joinMarkdown(fields.map(codeSpan), ' and ');
        return markdown`- ${titleOf(id)} requires ${required}, which the skill does not have`;
      }),
      '\n',
    ),
    ownMarkdown(`Sources: ${consumers.map(({ title, source }) => `[${title}](${source})`).join(', ')}`),
  ];
  return `${joinMarkdown(
    parts.filter((part) => part !== ''),
    '\n\n',
  )}\n` as Markdown;
}

/** The words of the table, and what to do where a product takes none of the skill because of a field. */
function legend(rows: FieldMatrix['rows']): string {
  const all = rows.flatMap(({ readings }) => Object.values(readings));
  const isRejected = all.includes('rejects');
  return [
    '“✓” means that the product reads the field, “–” that it ignores it.',
    ...(all.includes('reports') ? ['“warns” means that it reports the field as unknown.'] : []),
    ...(isRejected
      ? ['“rejects” means that it refuses the whole skill; *Make Skill Portable…* removes such fields.']
      : []),
  ].join(' ');
}

/** A bar would end the cell, even within code. */
function cell(text: Markdown): Markdown {
  return text.replaceAll('|', '\\|') as Markdown;
}
