import { readFlag } from '../../../dialect/coercion.ts';
import type { Field } from '../../../document/skill-document.ts';
import type { ScalarValue } from '../../../document/yaml/yaml-value.ts';
import { oncePer } from '../../../platform/once.ts';
import type { RuleContext } from '../../rule.ts';
import { ownFields } from '../fields/own-fields.ts';
import { findDescriptionLosses } from './description-loss.ts';
import { readsAsEnglish } from './english-prose.ts';
import { findTemplateText } from './template-text.ts';

/** An English description on which the model bases its choice. */
interface ModelDescription {
  readonly field: Field;
  readonly text: string;
  readonly value: ScalarValue;
}

/**
 * The description whose wording can be judged; undefined if the model never sees one, if it is not English, if a
 * template was not filled in, or if part of it was lost.
 */
export const modelDescription = oncePer((context: RuleContext): ModelDescription | undefined => {
  const fields = ownFields(context);
  const field = fields?.get('description');
  if (field?.value.kind !== 'scalar' || typeof field.value.value !== 'string') return undefined;
  if (readFlag(fields!.get('disable-model-invocation')?.value, context.document.runtime)?.value) return undefined;
  if (findTemplateText(context.document.text, field) || findDescriptionLosses(context).length > 0) return undefined;
  if (!readsAsEnglish(field.value.value)) return undefined;
  return { field, text: field.value.value, value: field.value };
});
