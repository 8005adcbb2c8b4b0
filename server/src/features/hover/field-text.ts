import type { FieldFacts } from '../../dialect/fields.ts';
import { FRONTMATTER_MODEL_ALIASES } from '../../dialect/models.ts';
import type { Source } from '../../dialect/source.ts';
import { accepts, consumerFacts, RUNTIMES, TARGETS } from '../../dialect/targets.ts';
import type { FileKind, RuntimeId } from '../../document/runtime-id.ts';
import { inWords } from '../../rules/messages/in-words.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown } from '../text/markdown-text.ts';

/** The description, values and default of a field: the documentation in completions. */
export function fieldSummary(field: FieldFacts): Markdown {
  return joinMarkdown([ownMarkdown(field.description), valuesLine(field)], '\n\n');
}

/** The products that read a field and since when, on one line. */
export function readersLine(field: FieldFacts, kind: FileKind, runtime: RuntimeId): Markdown {
  const latest = RUNTIMES[0]!;
  const since = field.since === undefined ? '' : ` (since ${field.since})`;
  const readers = accepts(latest.id, field) ? [`${latest.title}${since}`] : [];
  // Commands and agents are files of Claude Code alone.
  if (kind === 'skill') readers.push(...TARGETS.filter(({ id }) => accepts(id, field)).map(({ title }) => title));
  const line =
    kind === 'skill' && readers.length > TARGETS.length
      ? `Read by ${readers[0]} and all other products`
      : `Read by ${inWords(readers)}`;
  return ownMarkdown(accepts(runtime, field) ? line : `${line} · ${consumerFacts(runtime).title} ignores it`);
}

/** A link to the documentation of the field. */
export function sourceLink({ source }: Pick<FieldFacts, 'source'>): Markdown {
  return ownMarkdown(`[${source.title}](${source.url})`);
}

/** The documentation of something, and the first release that has it. */
export function sinceAndSource(since: string | undefined, source: Source): Markdown {
  const link = sourceLink({ source });
  return since === undefined ? link : ownMarkdown(`Since ${since} · ${link}`);
}

/** The text for a value that Claude Code does not support, with a similar supported one. */
export function withNearest(text: Markdown, near: string | undefined): Markdown {
  return near === undefined ? text : markdown`${text}; did you mean ${codeSpan(near)}?`;
}

function valuesLine(field: FieldFacts): Markdown {
  const values =
    field.form === 'model'
      ? FRONTMATTER_MODEL_ALIASES.map(({ alias }) => alias)
      : field.values.filter(({ hasNoEffect }) => !hasNoEffect).map(({ value }) => value);
  const parts: Markdown[] = [];
  if (values.length > 0) parts.push(joinMarkdown(values.map(codeSpan), ' · '));
  if (field.default !== undefined) parts.push(ownMarkdown(`Default: ${field.default}`));
  if (field.needs) parts.push(markdown`Only with ${codeSpan(`${field.needs.field}: ${field.needs.value}`)}`);
  return joinMarkdown(parts, '  \n');
}
