import dialects from '../../../../schemas/dialects.json' with { type: 'json' };
import type { TextRange } from '../text/text-range.ts';
import { maxTokens } from '../yaml/yaml-tokens.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

/** One name declared in `arguments:`; its index in the list is the position that it names. */
export interface ArgumentName {
  readonly name: string;
  readonly range: TextRange;
}

/**
 * The names that `arguments:` declares, as Claude Code counts them: a list of strings, or a string split at whitespace
 * (not at commas). Items that are not strings, are blank or consist of digits are dropped before positions are counted.
 */
export function declaredArgumentNames(value: YamlValue | undefined): readonly ArgumentName[] {
  return writtenArgumentNames(value).filter(({ name }) => name.trim() !== '' && !/^\d+$/.test(name));
}

/** The declared names without their ranges in the file. */
export function namesOf(declared: readonly ArgumentName[]): string[] {
  return declared.map(({ name }) => name);
}

const maxNames = dialects.limits['argument-names'].value;

/** UTF-16 units of the longest name for which placeholders are replaced. */
export const maxArgumentNameLength = dialects.limits['argument-name'].value;

/** The declared names for which placeholders are replaced, each with its position; repeated ones are counted too. */
export function namesThatCount(names: readonly string[]): readonly { readonly name: string; readonly index: number }[] {
  return names
    .map((name, index) => ({ name, index }))
    .filter(({ name }) => name.length <= maxArgumentNameLength)
    .slice(0, maxNames);
}

/** Every name that the author wrote, usable or not. */
export function writtenArgumentNames(value: YamlValue | undefined): readonly ArgumentName[] {
  if (value?.kind === 'list') {
    return value.items.flatMap((item) =>
      item.kind === 'scalar' && typeof item.value === 'string' ? [{ name: item.value, range: item.range }] : [],
    );
  }
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') return [];
  const text = value.value;
  // Only in a plain or quoted value on one line are offsets the same as in the source.
  const inset = value.style === 'plain' ? 0 : 1;
  const placed = value.range.end - value.range.start === text.length + 2 * inset;
  const names: ArgumentName[] = [];
  for (const { 0: name, index } of text.matchAll(/\S+/g)) {
    // A longer list would not be read either, and Claude Code stops far earlier.
    if (names.length === maxTokens) break;
    const start = value.range.start + inset + index;
    names.push({ name, range: placed ? { start, end: start + name.length } : value.range });
  }
  return names;
}
