import type { FieldFacts } from '../dialect/fields.ts';
import { MODEL_ALIASES } from '../dialect/models.ts';
import { accepts, consumerFacts, RUNTIMES, TARGETS } from '../dialect/targets.ts';
import type { FileKind, RuntimeId } from '../document/runtime-id.ts';
import { inWords } from '../rules/refusals.ts';

/** The one sentence, the values and the default of a field; what completion shows beside the list. */
export function fieldSummary(field: FieldFacts): string {
  const values = valuesLine(field);
  return values === '' ? field.description : `${field.description}\n\n${values}`;
}

/** Who reads a field and since when, on one line. */
export function readersLine(field: FieldFacts, kind: FileKind, runtime: RuntimeId): string {
  const latest = RUNTIMES[0]!;
  const since = field.since === undefined ? '' : ` (since ${field.since})`;
  const readers = accepts(latest.id, field) ? [`${latest.title}${since}`] : [];
  // Commands and agents are files of Claude Code alone.
  if (kind === 'skill') readers.push(...TARGETS.filter(({ id }) => accepts(id, field)).map(({ title }) => title));
  const line =
    kind === 'skill' && readers.length > TARGETS.length
      ? `Read by ${readers[0]} and every other product`
      : `Read by ${inWords(readers)}`;
  return accepts(runtime, field) ? line : `${line}. ${consumerFacts(runtime).title} ignores it`;
}

/** A link to where the field is documented. */
export function sourceLink({ source }: Pick<FieldFacts, 'source'>): string {
  return `[${source.title}](${source.url})`;
}

function valuesLine(field: FieldFacts): string {
  const values =
    field.form === 'model' ? MODEL_ALIASES.map(({ alias }) => alias) : field.values.map(({ value }) => value);
  const parts: string[] = [];
  if (values.length > 0) parts.push(values.map((value) => `\`${value}\``).join(' · '));
  if (field.default !== undefined) parts.push(`Default: ${field.default}`);
  if (field.needs) parts.push(`Only with \`${field.needs.field}: ${field.needs.value}\``);
  return parts.join('  \n');
}
