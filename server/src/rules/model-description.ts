import { readFlag } from '../dialect/coercion.ts';
import type { ScalarValue } from '../document/yaml-value.ts';
import { readsAsEnglish } from './english-prose.ts';
import { ownFields } from './own-fields.ts';
import type { RuleContext } from './rule.ts';

/** An English description by which the model chooses. */
export interface ModelDescription {
  readonly text: string;
  readonly value: ScalarValue;
}

/**
 * The description whose wording can be advised on; undefined where the model never sees one, where it is not English and
 * where a template was not filled in.
 */
export function modelDescription(context: RuleContext): ModelDescription | undefined {
  const fields = ownFields(context);
  const value = fields?.get('description')?.value;
  if (value?.kind !== 'scalar' || typeof value.value !== 'string' || value.value.trim() === '') return undefined;
  if (readFlag(fields!.get('disable-model-invocation')?.value, context.runtime)?.value) return undefined;
  const text = value.value;
  return /\{\{|\bTODO\b/.test(text) || !readsAsEnglish(text) ? undefined : { text, value };
}
