import { matchSkillRule, readSkillRule } from '../../catalog/settings/skill-rules.ts';
import { escapeRegExp } from '../../document/escape-reg-exp.ts';
import { jsonAt, jsonEntries, jsonItems, jsonRange, readJson } from '../../document/json-document.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text-range.ts';
import type { YamlValue } from '../../document/yaml-value.ts';
import { ValueSource } from '../../rules/readings/value-source.ts';
import type { TextEdit } from '../../rules/rule.ts';

/** A skill's old and new name. */
export interface NewName {
  /** What is typed after `/`. */
  readonly from: string;
  readonly to: string;
}

/** Folders at the root of a disk: `/tmp` is hardly ever a skill. */
const rootFolders = /^(bin|dev|etc|home|lib|mnt|opt|proc|root|run|srv|sys|tmp|usr|var)$/;

/** The text around `/name` that makes it a word of its own, and not a part of a path. */
const before = String.raw`(?<=^|[\s([\u0060“‘«*|,;]|(?<![^\s([=:,])["'])`;
const after = String.raw`(?![\p{L}\p{N}_/:{$\\-]|[.*]+[\p{L}\p{N}/])`;

/** Edits of the invocations `/name` and the rules `Skill(name)` in a text. */
export function renameInText(text: string, { from, to }: NewName): TextEdit[] {
  const name = escapeRegExp(from);
  const patterns = [new RegExp(String.raw`(?<=\bSkill\((?:skill:)?)${name}(?=(?:(?: |:)\*)?\))`, 'gu')];
  if (!rootFolders.test(from)) patterns.push(new RegExp(String.raw`${before}\/${name}${after}`, 'gmu'));
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      range: textRange(index + found.length - from.length, index + found.length),
      newText: to,
    })),
  );
}

/** Edits of the field `skills` of an agent. */
export function renameInAgent({ text, frontmatter }: SkillDocument, { from, to }: NewName): TextEdit[] {
  const field = frontmatter.fields.get('skills');
  return field ? renameInList(field.value, text, { from, to }) : [];
}

function renameInList(value: YamlValue, source: string, { from, to }: NewName): TextEdit[] {
  if (value.kind === 'list') return value.items.flatMap((item) => renameInList(item, source, { from, to }));
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return [];
  const place = new ValueSource(source, value);
  return [...value.value.matchAll(/[^\s,](?:[^,]*[^\s,])?/g)]
    .filter(([name]) => name === from)
    .map(({ index }) => ({ range: place.range(index, index + from.length), newText: to }));
}

/**
 * Edits of the overrides and permission rules in a settings file; none where Claude Code does not read it.
 *
 * @param others the names of all other skills: a rule that is for them too stays
 */
export function renameInSettings(
  text: string,
  { from, to }: NewName,
  others: readonly string[],
  runtime: RuntimeId,
): TextEdit[] {
  const { root, faults } = readJson(text);
  if (faults.length > 0) return [];
  const keys = jsonEntries(jsonAt(root, ['skillOverrides']))
    .filter(({ key }) => key === from)
    .map(({ keyRange }) => ({ range: keyRange, newText: JSON.stringify(to) }));
  const rules = ['allow', 'deny', 'ask'].flatMap((behavior) => jsonItems(jsonAt(root, ['permissions', behavior])));
  const renamed = rules.flatMap((node): TextEdit[] => {
    const rule: unknown = node.value;
    if (typeof rule !== 'string') return [];
    const read = readSkillRule(rule, runtime);
    if (read?.text !== from || read.kind === 'tool') return [];
    if (read.kind === 'prefix' && others.some((name) => matchSkillRule(rule, [name], runtime))) return [];
    const at = rule.indexOf(from, rule.indexOf('(') + (read.kind === 'parameter' ? '(skill:'.length : 0));
    const newRule = `${rule.slice(0, at)}${to}${rule.slice(at + from.length)}`;
    return [{ range: jsonRange(node), newText: JSON.stringify(newRule) }];
  });
  return [...keys, ...renamed];
}
