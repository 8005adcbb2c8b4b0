import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import type { TextEdit } from '../rule.ts';
import { removeField } from './field-edits.ts';
import { hasQuotes } from './has-quotes.ts';

/**
 * The edit that removes one name from a field that lists names: an item of a list, or a word of a string. If it is the
 * only one, the whole field goes. Undefined where the rest would not be valid YAML, or not certainly.
 *
 * @param name the range of the name, without quotes
 */
export function removeName(document: SkillDocument, field: Field, name: TextRange): TextEdit | undefined {
  const { value } = field;
  if (value.kind === 'scalar') return removeWord(document, field, name);
  if (value.kind !== 'list') return undefined;
  const item = value.items.find(({ range }) => range.start <= name.start && name.end <= range.end);
  if (!item) return undefined;
  if (value.items.length === 1) return removeField(document, field);
  return value.flow ? removeFlowItem(document, value.range, item) : removeLine(document, item);
}

function removeWord(document: SkillDocument, field: Field, { start, end }: TextRange): TextEdit | undefined {
  const { text } = document;
  const { range, style } = field.value as Extract<YamlValue, { kind: 'scalar' }>;
  const isQuoted = hasQuotes(text, range);
  const first = isQuoted ? range.start + 1 : range.start;
  const last = isQuoted ? range.end - 1 : range.end;
  const [before, after] = [text.slice(first, start), text.slice(end, last)];
  if (before.trim() === '' && after.trim() === '') return removeField(document, field);
  if (style === 'literal' || style === 'folded' || text.slice(first, last).includes('\n')) return undefined;
  // The separator after the name goes with it, and the one before the last name.
  const separator = /^[\s,]+/.exec(after)?.[0].length ?? 0;
  if (after.trim() !== '') return { range: textRange(start, end + separator), newText: '' };
  const leading = /[\s,]+$/.exec(before)?.[0].length ?? 0;
  return { range: textRange(start - leading, end), newText: '' };
}

/** An item of `[a, b]` with its comma. Comments and line breaks between the items stay as they are, so there must be none. */
function removeFlowItem({ text }: SkillDocument, list: TextRange, { range }: YamlValue): TextEdit | undefined {
  const before = /(^\[|,)([ \t]*)$/.exec(text.slice(list.start, range.start));
  const after = /^[ \t]*(,[ \t]*|\]$)/.exec(text.slice(range.end, list.end));
  if (!before || !after) return undefined;
  if (after[1] !== ']') return { range: textRange(range.start, range.end + after[0].length), newText: '' };
  // The last one: the comma before it goes too, and spaces before the bracket stay.
  if (before[1] !== ',') return undefined;
  return { range: textRange(range.start - before[0].length, range.end), newText: '' };
}

/** The line of an item, if nothing else is written there. */
function removeLine({ text, lines, frontmatter }: SkillDocument, { range }: YamlValue): TextEdit | undefined {
  const line = lines.lineAt(range.start);
  const start = lines.startOf(line);
  const end = Math.min(lines.startOf(line + 1), frontmatter.block!.close.start);
  const isAlone =
    end >= range.end &&
    /^[ \t]*-[ \t]+$/.test(text.slice(start, range.start)) &&
    /^[ \t]*(#.*)?[\r\n]*$/.test(text.slice(range.end, end));
  return isAlone ? { range: textRange(start, end), newText: '' } : undefined;
}
