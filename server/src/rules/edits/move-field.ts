import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import type { TextEdit } from '../rule.ts';
import { removeField } from './field-edits.ts';

/** The edits that move a field of one line into `metadata`, which they add if it is missing. */
export function moveToMetadata(document: SkillDocument, field: Field): readonly TextEdit[] | undefined {
  const { text, lines, frontmatter } = document;
  const removal = removeField(document, field);
  const line = lines.lineAt(field.keyRange.start);
  const isOneLine = removal && removal.range.end <= lines.startOf(line + 1);
  if (!isOneLine || frontmatter.reading !== 'read') return undefined;
  const written = text.slice(field.keyRange.start, removal.range.end);
  const metadata = frontmatter.fields.get('metadata');
  if (!metadata) return [{ range: removal.range, newText: `metadata:${lineEnd(text)}  ${written}` }];
  if (metadata.value.kind !== 'map' || metadata.value.flow || metadata === field) return undefined;
  const last = metadata.value.entries.at(-1)!;
  if (metadata.value.entries.some(({ key }) => key === field.key) || !isOnOneLine(last.value, document))
    return undefined;
  const lastLine = lines.lineAt(last.keyRange.start);
  const indentation = text.slice(lines.startOf(lastLine), last.keyRange.start);
  const at = lines.startOf(lastLine + 1);
  if (indentation.trim() !== '' || at > frontmatter.block!.close.start) return undefined;
  return [removal, { range: textRange(at, at), newText: `${indentation}${written}` }];
}

/** The edits that move a text of one line to the end of a description of one line. */
export function appendToDescription(document: SkillDocument, field: Field): readonly TextEdit[] | undefined {
  const { text, frontmatter } = document;
  const removal = removeField(document, field);
  const description = frontmatter.fields.get('description')?.value;
  if (!removal || frontmatter.reading !== 'read' || description?.kind !== 'scalar') return undefined;
  const added = field.value.kind === 'scalar' ? field.value.value : undefined;
  if (typeof added !== 'string' || typeof description.value !== 'string' || /[\r\n]/.test(added.trim()))
    return undefined;
  if (description.value.trim() === '') return undefined;
  const stop = /[.!?:。！？]$/.test(description.value.trimEnd()) ? ' ' : '. ';
  const sentence = stop + added.trim();
  switch (description.style) {
    case 'plain':
      // A sentence that YAML reads as more than text needs quotes, which only the whole description can have.
      return /: |:$| #/.test(sentence) ? undefined : [insertion(description.range.end, sentence), removal];
    case 'single-quoted':
      return [insertion(description.range.end - 1, sentence.replaceAll("'", "''")), removal];
    case 'double-quoted':
      return [insertion(description.range.end - 1, sentence.replace(/["\\]/g, '\\$&')), removal];
    default: {
      const end = description.range.start + text.slice(description.range.start, description.range.end).trimEnd().length;
      return [insertion(end, sentence), removal];
    }
  }
}

function insertion(offset: number, newText: string): TextEdit {
  return { range: textRange(offset, offset), newText };
}

function isOnOneLine(value: YamlValue, { lines }: SkillDocument): boolean {
  const isScalar = value.kind === 'scalar' && value.style !== 'literal' && value.style !== 'folded';
  return isScalar && lines.lineAt(value.range.start) === lines.lineAt(value.range.end);
}
