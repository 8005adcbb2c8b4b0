import { type FieldFacts, type FieldForm, findField } from '../../../dialect/fields.ts';
import { accepts } from '../../../dialect/targets.ts';
import type { Field } from '../../../document/skill-document.ts';
import { oncePer } from '../../../platform/once.ts';
import type { RuleContext } from '../../rule.ts';
import { findTemplateText } from '../descriptions/template-text.ts';
import { ownFields } from './own-fields.ts';

/** A field of a file, and what is known about fields of that name. */
export interface KnownField {
  readonly field: Field;
  readonly facts: FieldFacts;
}

/**
 * The fields that the runtime reads in this kind of file; only those of the given forms, if there are any. Template
 * values that were not filled in are left out.
 */
export function knownFields(context: RuleContext, ...forms: readonly FieldForm[]): KnownField[] {
  const known = allKnownFields(context);
  return forms.length > 0 ? known.filter(({ facts }) => forms.includes(facts.form)) : [...known];
}

const allKnownFields = oncePer((context: RuleContext): readonly KnownField[] => {
  const { file, document } = context;
  const known: KnownField[] = [];
  for (const field of ownFields(context)?.values() ?? []) {
    const facts = findField(field.key, file.kind);
    if (!facts || !accepts(document.runtime, facts)) continue;
    if (!findTemplateText(document.text, field)) known.push({ field, facts });
  }
  return known;
});

/** The field of this name, under the same conditions. */
export function knownField(context: RuleContext, name: string): KnownField | undefined {
  return knownFields(context).find(({ field }) => field.key === name);
}
