import { readSkillRule } from '../../catalog/settings/skill-rules.ts';
import { type JsonNode, jsonAt, jsonEntries, jsonItems, jsonRange, readJson } from '../../document/json-document.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { skillMentions } from '../../rules/readings/skills/skill-mentions.ts';
import { writtenSkillNames } from '../../rules/readings/skills/written-skill-names.ts';
import { type Reference, rangeInString, type SkillNaming } from './reference.ts';

/** The skills that a text names: by `/name` and `Skill(name)`, and an agent's by its field `skills`. */
export function skillsInText({ text, frontmatter }: SkillDocument, isAgent: boolean): Reference[] {
  const mentions = skillMentions(text).map(({ name, range, form }) => skill(name, range, form));
  const field = isAgent ? frontmatter.fields.get('skills') : undefined;
  if (!field) return mentions;
  const preloaded = writtenSkillNames(field.value, text).map(({ name, range }) => skill(name, range, 'preload'));
  // `skills: /review` names no skill.
  const isApart = ({ range }: Reference) =>
    range.end <= field.value.range.start || range.start >= field.value.range.end;
  return [...mentions.filter(isApart), ...preloaded];
}

/**
 * The skills that settings name: in permission rules and overrides. Also in a file that Claude Code ignores because of
 * its comments, which may be gone tomorrow.
 */
export function skillsInSettings(text: string, runtime: RuntimeId): Reference[] {
  const { root, faults } = readJson(text);
  if (faults.some(({ code }) => code !== 'InvalidCommentToken')) return [];
  const overrides = jsonEntries(jsonAt(root, ['skillOverrides'])).map(({ key, keyRange }) =>
    skill(key, rangeInString(text, keyRange, key, 0, key.length), 'override'),
  );
  const rules = ['allow', 'deny', 'ask'].flatMap((behavior) => jsonItems(jsonAt(root, ['permissions', behavior])));
  return [...overrides, ...rules.flatMap((node) => skillInRule(node, text, runtime))];
}

const namings = { exact: 'rule', parameter: 'rule', prefix: 'prefix-rule' } as const;

function skillInRule(node: JsonNode, text: string, runtime: RuntimeId): Reference[] {
  const rule: unknown = node.value;
  if (typeof rule !== 'string') return [];
  const read = readSkillRule(rule, runtime);
  if (!read || read.kind === 'tool' || read.text === '') return [];
  const start = rule.indexOf(read.text, rule.indexOf('(') + (read.kind === 'parameter' ? '(skill:'.length : 1));
  const range = rangeInString(text, jsonRange(node), rule, start, start + read.text.length);
  return [skill(read.text, range, namings[read.kind])];
}

function skill(name: string, range: TextRange, by: SkillNaming): Reference {
  return { target: { kind: 'skill', name, by }, range };
}
