import { findField, nearestField } from '../../../dialect/fields.ts';
import type { Field, SkillDocument } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import type { ScalarValue } from '../../../document/yaml/yaml-value.ts';
import { oncePer } from '../../../platform/once.ts';
import type { RuleContext } from '../../rule.ts';
import { findGluedKey } from '../../yaml/glued-key.ts';
import { findProseKeys } from '../fields/prose-keys.ts';
import { findComment, findSign } from './description-comment.ts';

/** The fields that hold prose for the model. */
const proseFields = ['description', 'when_to_use'] as const;

/** A part of a description that YAML reads as something other than text. */
export type DescriptionLoss =
  /** ` #` ends the value. `value` is what remains, possibly nothing. */
  | { readonly kind: 'comment'; readonly field: Field; readonly value: ScalarValue; readonly range: TextRange }
  /** The first word is a tag or an anchor. */
  | { readonly kind: 'sign'; readonly field: Field; readonly value: ScalarValue; readonly range: TextRange }
  /** The lines below the text became keys. */
  | {
      readonly kind: 'prose-keys';
      readonly field: Field;
      readonly entries: readonly Field[];
      readonly range: TextRange;
    }
  /** Another field's key is in the middle of the line. */
  | { readonly kind: 'glued-key'; readonly field: Field; readonly key: string; readonly range: TextRange }
  /** No space after the colon, so that the key continues. */
  | { readonly kind: 'no-space'; readonly key: string; readonly range: TextRange }
  /** The lines after `|` or `>` are not indented and became keys. */
  | { readonly kind: 'keys'; readonly field: Field; readonly entries: readonly Field[]; readonly range: TextRange };

/** The parts of `description` and `when_to_use` that are written but not read as their text. */
export const findDescriptionLosses = oncePer((context: RuleContext): readonly DescriptionLoss[] => {
  const { document } = context;
  const losses = [...findMissingSpaces(document)];
  for (const name of proseFields) {
    const field = document.frontmatter.fields.get(name);
    if (field?.value.kind !== 'scalar') continue;
    const unread = findComment(document.text, field, field.value) ?? findSign(document.text, field, field.value);
    const loss =
      (unread && { ...unread, field, value: field.value }) ??
      findTextLines(context, field) ??
      gluedKey(document, field) ??
      findSwallowedLines(context, field, field.value);
    if (loss) losses.push(loss);
  }
  return losses;
});

/** Longer than the longest key that is searched for, with its colon. */
const maxWordLength = 24;

/**
 * `…in a report.license: MIT`: the repair quotes the whole line, and the field is lost. A field that also has a line of
 * its own is only mentioned.
 */
function gluedKey({ text, frontmatter }: SkillDocument, field: Field): DescriptionLoss | undefined {
  if (!frontmatter.repairs.some(({ key }) => key === field.key)) return undefined;
  const { start, end } = field.value.range;
  const glued = findGluedKey(text.slice(start, end), (key) => frontmatter.fields.has(key));
  if (!glued) return undefined;
  const { key, index } = glued;
  return { kind: 'glued-key', field, key, range: textRange(start + index, start + index + key.length + 1) };
}

/**
 * `description:"Reads …: x"` is an entry whose key continues to the next colon; `description:Reads` alone is not a
 * mapping.
 */
function findMissingSpaces({ text, frontmatter }: SkillDocument): DescriptionLoss[] {
  const losses: DescriptionLoss[] = [];
  const add = (offset: number) => {
    const key = /^(description|when_to_use):(?=\S)/.exec(text.slice(offset, offset + maxWordLength))?.[1];
    if (key && !frontmatter.fields.has(key)) {
      losses.push({ kind: 'no-space', key, range: textRange(offset, offset + key.length + 1) });
    }
  };
  if (frontmatter.reading === 'no-map' && frontmatter.block) {
    const { start, end } = frontmatter.block.content;
    for (const { index } of text.slice(start, end).matchAll(/^[a-z]/gm)) add(start + index);
  }
  for (const { keyRange } of frontmatter.entries) add(keyRange.start);
  return losses;
}

/** Lines below a description that continue it, each with a colon of its own. */
function findTextLines({ document, file }: RuleContext, field: Field): DescriptionLoss | undefined {
  const entries = field.key === 'description' ? [...findProseKeys(document, file.kind)] : [];
  if (entries.length === 0) return undefined;
  const range = textRange(entries[0]!.range.start, entries.at(-1)!.range.end);
  return { kind: 'prose-keys', field, entries, range };
}

/** A block scalar whose text starts in the first column is empty, and its intended text is read as keys. */
function findSwallowedLines(
  { document, file }: RuleContext,
  field: Field,
  value: ScalarValue,
): DescriptionLoss | undefined {
  if (value.style !== 'literal' && value.style !== 'folded') return undefined;
  if (String(value.value).trim() !== '') return undefined;
  const swallowed: Field[] = [];
  for (const entry of document.frontmatter.entries) {
    if (entry.keyRange.start < value.range.end) continue;
    const isProse = /^[A-Z]|\s/.test(entry.key);
    if (!isProse || findField(entry.key, file.kind) || nearestField(entry.key, file.kind)) break;
    swallowed.push(entry);
  }
  const first = swallowed[0];
  if (!first) return undefined;
  return {
    kind: 'keys',
    field,
    entries: swallowed,
    range: textRange(first.range.start, swallowed.at(-1)!.range.end),
  };
}
