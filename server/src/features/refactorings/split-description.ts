import { fieldsFor } from '../../dialect/fields.ts';
import { consumerFacts } from '../../dialect/targets.ts';
import { readDocument } from '../../document/read-document.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { ScalarValue } from '../../document/yaml/yaml-value.ts';
import { hasOwnKey } from '../../rules/edits/field-edits.ts';
import { isInBraces } from '../../rules/edits/write-field.ts';
import { ValueSource } from '../../rules/readings/fields/value-source.ts';
import type { TextEdit } from '../../rules/rule.ts';

/** The longest `description` that every product accepts, in characters. */
const maxLength = consumerFacts('agentskills').description.maxLength!;

/** How a sentence begins that says when to use a skill. */
const occasion =
  /^(?:(?:also )?use (?:this|it|when|whenever|for|if|proactively)|when\b|whenever\b|trigger|invoke|activate|call this|do not use|don't use)/i;

/**
 * The edit that moves the end of a description that is too long to `when_to_use`: from the first sentence that says
 * when to use the skill, or else what does not fit. Both are written in the same way. Undefined for other descriptions.
 */
export function splitDescription(document: SkillDocument, kind: FileKind): TextEdit | undefined {
  const { text, runtime, frontmatter } = document;
  const field = frontmatter.fields.get('description');
  if (field?.value.kind !== 'scalar' || typeof field.value.value !== 'string') return undefined;
  if (frontmatter.reading !== 'read' || frontmatter.fields.has('when_to_use') || isInBraces(document)) return undefined;
  if (!fieldsFor(kind, runtime).some(({ name }) => name === 'when_to_use')) return undefined;
  const described = field.value.value;
  if ([...described.trimEnd()].length <= maxLength || !hasOwnKey(text, field)) return undefined;
  const at = placeToSplit(described);
  const edit = at === undefined ? undefined : splitAt(document, field, field.value, at);
  return edit && keepsText(document, edit, described, kind) ? edit : undefined;
}

/** Where the second part begins, in the value. */
function placeToSplit(described: string): number | undefined {
  const limit = [...described].slice(0, maxLength).join('').length;
  const starts = [...described.matchAll(/[.!?。！？]["')\]]?\s+(?=\S)|\n\s*(?=\S)/g)]
    .map((match) => match.index + match[0].length)
    .filter((start) => start <= limit);
  return starts.find((start) => occasion.test(described.slice(start, start + 20))) ?? starts.at(-1);
}

function splitAt(document: SkillDocument, field: Field, value: ScalarValue, at: number): TextEdit | undefined {
  const { text, lines } = document;
  const described = value.value as string;
  const firstLength = described.slice(0, at).trimEnd().length;
  const source = new ValueSource(text, value);
  const { end } = source.range(firstLength - 1, firstLength);
  const { start } = source.range(at, at + 1);
  // Both parts have to be found.
  if (end === value.range.end || start === value.range.start || start < end) return undefined;
  const newLine = lineEnd(text);
  const key = `${text.slice(lines.startOf(lines.lineAt(field.keyRange.start)), field.keyRange.start)}when_to_use: `;
  if (value.style === 'literal' || value.style === 'folded') {
    const [header, body] = [lines.lineAt(value.range.start), lines.lineAt(value.range.start) + 1];
    const indentation = /^[ \t]*/.exec(lines.textOf(body))![0];
    const opening = text.slice(value.range.start, lines.endOf(header));
    return { range: textRange(end, start), newText: `${newLine}${key}${opening}${newLine}${indentation}` };
  }
  const quote = value.style === 'double-quoted' ? '"' : value.style === 'single-quoted' ? "'" : '';
  return { range: textRange(end, start), newText: `${quote}${newLine}${key}${quote}` };
}

function keepsText(document: SkillDocument, { range, newText }: TextEdit, described: string, kind: FileKind): boolean {
  const { text, runtime, frontmatter } = document;
  const changed = text.slice(0, range.start) + newText + text.slice(range.end);
  const { fields, reading } = readDocument(changed, runtime, kind).frontmatter;
  const parts = ['description', 'when_to_use'].map((key) => {
    const value = fields.get(key)?.value;
    return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
  });
  const words = (it: string) => it.trim().replace(/\s+/g, ' ');
  return (
    reading === 'read' &&
    fields.size === frontmatter.fields.size + 1 &&
    words(parts.join(' ')) === words(described) &&
    parts.every((part) => part.trim() !== '')
  );
}
