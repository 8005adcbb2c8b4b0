import { type FieldForm, findField, type NearField, nearestField } from '../../dialect/fields.ts';
import { nearestJsonPart } from '../../dialect/json-parts.ts';
import { splitToolRules } from '../../dialect/tool-rules.ts';
import { isToolName, TOOLS } from '../../dialect/tools.ts';
import { jsonEntries } from '../../document/json-document.ts';
import type { Field } from '../../document/skill-document.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { hasOwnKey, offerEdit, removeField } from '../edits/field-edits.ts';
import { showText } from '../messages/show-value.ts';
import { invocationFlags } from '../readings/invocation-flags.ts';
import { ownFields } from '../readings/own-fields.ts';
import { findProseKeys } from '../readings/prose-keys.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

/** Shorter keys are similar to too many words to count as misspellings. */
const shortestSlip = 5;

export const fieldUnknown: Rule = {
  id: 'field-unknown',
  level: 'warning',
  kinds: ['skill', 'command', 'agent', 'settings', 'plugin'],
  summary: 'A key that Claude Code ignores and that is probably a misspelling of a known field',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  *check(context, report) {
    for (const found of misspelledJsonKeys(context)) report(found);
    const fields = ownFields(context);
    const prose = findProseKeys(context.document, context.file.kind);
    for (const field of fields?.values() ?? []) {
      yield;
      const synonym = findField(field.key, context.file.kind);
      const isSecond = synonym !== undefined && synonym.name !== field.key && fields!.has(synonym.name);
      const near: NearField | undefined = isSecond
        ? { field: synonym, how: 'alias' }
        : nearestField(field.key, context.file.kind);
      if (!near || (near.how === 'slip' && field.key.length < shortestSlip) || prose.has(field)) continue;
      if (isOwnKey(field, near)) continue;
      const isThere = fields!.has(near.field.name);
      report({
        range: field.keyRange,
        subject: near.field.name,
        message: describe(field.key, near, isThere),
        tag: 'unnecessary',
        fixes: isThere ? offerRemoval(context, field) : offerRename(context, field, near),
      });
    }
  },
};

/**
 * A `path` without wildcards, a `hook` without events and `tools` that are none of Claude Code's may be the author's own.
 */
function isOwnKey({ key, value }: Field, { field: { form } }: NearField): boolean {
  if (key === 'hook') return value.kind !== 'map';
  if (/^tools$/i.test(key)) return !namesTools(value);
  return key === 'path' && form === 'globs' && value.kind === 'scalar' && !/[*?{]/.test(String(value.value));
}

/** Whether a value lists tools of Claude Code: under `tools`, other authors list products and programs. */
function namesTools(value: YamlValue): boolean {
  const entries = value.kind === 'list' ? value.items : [value];
  const rules = entries.flatMap((entry) => (entry.kind === 'scalar' ? splitToolRules(String(entry.value ?? '')) : []));
  const known = rules.map((rule) => /^[^(]*/.exec(rule)![0]).filter(isToolInAnyCase);
  return known.length > 0 && known.length >= rules.length / 2;
}

function isToolInAnyCase(name: string): boolean {
  return isToolName(name) || TOOLS.some((tool) => tool.name.toLowerCase() === name);
}

function describe(key: string, { field: { name }, how }: NearField, isThere: boolean): string {
  if (isThere)
    return `Claude Code ignores \`${key}\` and only reads \`${name}\`. Move any missing text there, then remove \`${key}\``;
  return how === 'alias'
    ? `Claude Code ignores \`${key}\`: here the field is called \`${name}\`. Rename it`
    : `Claude Code ignores \`${key}\`. Did you mean \`${name}\`?`;
}

/**
 * Whether a field grants tools, runs commands, or decides who may load the file and when. The file has worked without it,
 * so a name that makes it count needs review.
 */
function decidesWhatMayRun(form: FieldForm, name: string): boolean {
  return form === 'tools' || form === 'hooks' || form === 'globs' || form === 'skills' || invocationFlags.has(name);
}

function offerRename({ document: { text } }: RuleContext, field: Field, near: NearField): Fix[] {
  if (!hasOwnKey(text, field)) return [];
  const { name, form } = near.field;
  const safe = near.how === 'alias' && !decidesWhatMayRun(form, name);
  return offerEdit(`Rename \`${field.key}\` to \`${name}\``, safe, { range: field.keyRange, newText: name });
}

function offerRemoval({ document }: RuleContext, field: Field): Fix[] {
  return offerEdit(`Remove \`${field.key}\``, false, removeField(document, field));
}

/** In settings and manifests, only the keys that concern skills are known. */
function misspelledJsonKeys({ document: { json }, file: { kind } }: RuleContext): Report[] {
  if (!json || (kind !== 'settings' && kind !== 'plugin')) return [];
  const entries = jsonEntries(json.root);
  const keys = new Set(entries.map(({ key }) => key));
  return entries.flatMap(({ key, keyRange }): Report[] => {
    const near = nearestJsonPart(kind, key);
    if (near === undefined) return [];
    const edits = [{ range: keyRange, newText: JSON.stringify(near) }];
    return [
      {
        range: keyRange,
        message: keys.has(near)
          ? `Claude Code ignores ${showText(key)} and only reads \`${near}\`. Move its values there`
          : `Claude Code ignores ${showText(key)}. Did you mean \`${near}\`?`,
        tag: 'unnecessary',
        fixes: keys.has(near) ? [] : [{ title: `Rename it to \`${near}\``, safe: false, edits }],
      },
    ];
  });
}
