import type { SkillNames } from '../catalog/catalog-place.ts';
import type { RuntimeId } from '../document/runtime-id.ts';
import type { TextRange } from '../document/text-range.ts';
import type { YamlValue } from '../document/yaml-value.ts';
import { rangeInValue } from './value-source.ts';

/**
 * Whether an agent means a skill: by its name or alias, for the latest release also by what stands behind the last
 * colon of either.
 */
export function answersTo({ name, alias }: SkillNames, written: string, runtime: RuntimeId): boolean {
  const names = alias === undefined ? [name] : [name, alias];
  return names.some((it) => it === written || (runtime === 'claude-code' && it.endsWith(`:${written}`)));
}

/** The names in a list, or in a text separated by commas or white space. */
export function writtenSkillNames(
  value: YamlValue,
  source: string,
): { readonly name: string; readonly range: TextRange }[] {
  if (value.kind === 'list') return value.items.flatMap((item) => namesIn(item, /\S(?:.*\S)?/gs, source));
  return namesIn(value, /[^\s,]+/g, source);
}

function namesIn(value: YamlValue, pattern: RegExp, source: string): { name: string; range: TextRange }[] {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return [];
  return [...value.value.matchAll(pattern)].map(({ 0: name, index }) => ({
    name,
    range: rangeInValue(source, value, index, index + name.length),
  }));
}
