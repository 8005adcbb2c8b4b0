import type { SkillNames } from '../../../catalog/file/catalog-location.ts';
import { capabilities } from '../../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../../document/runtime-id.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import type { YamlValue } from '../../../document/yaml/yaml-value.ts';
import { ValueSource } from '../fields/value-source.ts';

/**
 * Whether an agent names a skill: by its name or alias, for the latest release also by the part after the last colon of
 * either.
 */
export function answersTo(skill: Pick<SkillNames, 'name' | 'alias'>, written: string, runtime: RuntimeId): boolean {
  return answeringNames(skill, runtime).has(written);
}

/** The skills by every name that an agent may write for them. */
export function skillsByName(
  skills: readonly SkillNames[],
  runtime: RuntimeId,
): ReadonlyMap<string, readonly SkillNames[]> {
  const byName = new Map<string, SkillNames[]>();
  for (const skill of skills) {
    for (const name of answeringNames(skill, runtime)) {
      const others = byName.get(name);
      if (others) others.push(skill);
      else byName.set(name, [skill]);
    }
  }
  return byName;
}

function answeringNames({ name, alias }: Pick<SkillNames, 'name' | 'alias'>, runtime: RuntimeId): ReadonlySet<string> {
  const answering = new Set<string>();
  for (const whole of alias === undefined ? [name] : [name, alias]) {
    answering.add(whole);
    if (!capabilities(runtime).findsPluginSkillsForAgents) continue;
    for (let at = whole.indexOf(':'); at >= 0; at = whole.indexOf(':', at + 1)) answering.add(whole.slice(at + 1));
  }
  return answering;
}

/** The names in a list, or in a string separated by commas or whitespace. */
export function writtenSkillNames(
  value: YamlValue,
  source: string,
): { readonly name: string; readonly range: TextRange }[] {
  if (value.kind === 'list') return value.items.flatMap((item) => namesIn(item, /\S(?:.*\S)?/gs, source));
  return namesIn(value, /[^\s,]+/g, source);
}

function namesIn(value: YamlValue, pattern: RegExp, source: string): { name: string; range: TextRange }[] {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return [];
  const place = new ValueSource(source, value);
  return [...value.value.matchAll(pattern)].map(({ 0: name, index }) => ({
    name,
    range: place.range(index, index + name.length),
  }));
}
