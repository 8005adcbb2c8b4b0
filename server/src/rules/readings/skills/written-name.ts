import { readText } from '../../../dialect/coercion.ts';
import { letterExpression } from '../../../document/text/letter-expression.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import type { ScalarValue } from '../../../document/yaml/yaml-value.ts';
import { oncePer } from '../../../platform/once.ts';
import type { RuleContext } from '../../rule.ts';
import { findTemplateText } from '../descriptions/template-text.ts';
import { isChangedByRepair } from '../fields/changed-by-repair.ts';
import { ownFields } from '../fields/own-fields.ts';
import { rangeInValue } from '../fields/value-source.ts';

/** The `name` that a skill's frontmatter gives. */
export interface WrittenName {
  /** As the runtime reads it; numbers and booleans are strings. */
  readonly text: string;
  readonly value: ScalarValue;
  /** The name itself, without quotes. */
  readonly range: TextRange;
}

/**
 * The skill's own `name`; undefined when it is absent, blank, not a string, left unfilled by a template, or changed by
 * Claude Code's repair of its line.
 */
export const writtenName = oncePer((context: RuleContext): WrittenName | undefined => {
  const field = ownFields(context)?.get('name');
  if (field?.value.kind !== 'scalar' || findTemplateText(context.document.text, field)) return undefined;
  if (isChangedByRepair(context.document, field)) return undefined;
  const { value } = field;
  const read = readText(value, context.document.runtime);
  if (read === undefined || read.trim() === '') return undefined;
  // The author did not write the line ending of a block scalar as part of the name.
  const block = value.style === 'literal' || value.style === 'folded';
  const text = block ? read.trimEnd() : read;
  return { text, value, range: rangeInValue(context.document.text, value, 0, text.length) };
});

/**
 * The name as every consumer accepts it: lower-case letters, digits and hyphens. Undefined when letters would be lost.
 *
 * @param folder the skill's folder name, which is used if it has the same meaning
 */
export function slugOf(name: string, folder: string): string | undefined {
  const plain = name
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  if (slug === '' || lettersOf(plain) !== slug.replaceAll('-', '')) return undefined;
  const sameWords = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder) && folder.replaceAll('-', '') === slug.replaceAll('-', '');
  return sameWords ? folder : slug;
}

/** Whether a name has only separators besides its letters and digits, and so no further meaning, unlike `C++`. */
export function hasOnlySeparators(name: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s\-_.:/\\|,;'"`()[\]<>]+$/u.test(name);
}

const noLetters = letterExpression(String.raw`[^\p{L}\p{N}]+`, 'gu');

function lettersOf(text: string): string {
  return text.replace(noLetters(text), '');
}
