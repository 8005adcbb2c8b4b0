import {
  type FieldForm,
  findField,
  findOtherKey,
  findPromisedKey,
  isMetadataKey,
  type NearField,
  nearestField,
} from '../../dialect/fields.ts';
import { nearestJsonPart } from '../../dialect/text/json-parts.ts';
import { splitToolRules } from '../../dialect/tools/tool-rules.ts';
import { isToolName, TOOLS } from '../../dialect/tools/tools.ts';
import { jsonEntries } from '../../document/json-document.ts';
import type { Field } from '../../document/skill-document.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { once } from '../../platform/once.ts';
import { hasOwnKey, offerEdit, removeField } from '../edits/field-edits.ts';
import { inWords } from '../messages/in-words.ts';
import { selectedTargets } from '../messages/refusals.ts';
import { showText } from '../messages/show-value.ts';
import { invocationFlags } from '../readings/fields/invocation-flags.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import { findProseKeys } from '../readings/fields/prose-keys.ts';
import { type Fix, type Report, type Rule, type RuleContext, wordsOption } from '../rule.ts';

/** Shorter keys are similar to too many words to count as misspellings. */
const shortestSlip = 5;

export const fieldUnknown: Rule = {
  id: 'field-unknown',
  level: 'warning',
  kinds: ['skill', 'command', 'agent', 'settings', 'plugin'],
  summary: 'A key that Claude Code ignores: a misspelled field, one that promises an effect, or (hint) any other',
  options: {
    metadata: {
      description: 'More keys that only inform people, besides those on the rule’s page. They are not reported.',
      default: [],
    },
  },
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  *check(context, report) {
    for (const found of misspelledJsonKeys(context)) report(found);
    const fields = ownFields(context);
    const prose = findProseKeys(context.document, context.file.kind);
    const ignored: Field[] = [];
    for (const field of fields?.values() ?? []) {
      yield;
      const synonym = findField(field.key, context.file.kind);
      const isSecond = synonym !== undefined && synonym.name !== field.key && fields!.has(synonym.name);
      const near: NearField | undefined = isSecond
        ? { field: synonym, how: 'alias' }
        : nearestField(field.key, context.file.kind);
      if (prose.has(field)) continue;
      if (!near || (near.how === 'slip' && field.key.length < shortestSlip) || isOwnKey(field, near)) {
        if (!synonym) ignored.push(field);
        continue;
      }
      const isThere = fields!.has(near.field.name);
      report({
        range: field.keyRange,
        subject: near.field.name,
        message: describe(field, near, isThere, context.file.elsewhere !== undefined),
        tag: 'unnecessary',
        fixes: isThere ? offerRemoval(context, field) : offerRename(context, field, near),
      });
    }
    for (const found of ignoredKeys(context, ignored)) report(found);
  },
};

const word = once(() => /^[\p{L}_][\p{L}\p{N}_. -]*$/u);

/** Names listed in one message. */
const maxNames = 5;

/** Keys of skills and commands that no field resembles: one finding per broken promise, and one for the rest. */
function* ignoredKeys(context: RuleContext, fields: readonly Field[]): Generator<Report> {
  const { kind } = context.file;
  if (kind !== 'skill' && kind !== 'command') return;
  const own = wordsOption(context, fieldUnknown, 'metadata');
  const rest: Field[] = [];
  for (const field of fields) {
    const { key, keyRange } = field;
    // Other characters come from mistakes in the YAML, which other rules report.
    if (!word().test(key) || isMetadataKey(key, own) || findOtherKey(key, kind)) continue;
    const promised = findPromisedKey(key);
    if (promised) {
      const message = `Claude Code ignores ${showText(key)}, ${promised.effect}. ${promised.instead}`;
      yield { range: keyRange, message, tag: 'unnecessary', fixes: offerRemoval(context, field) };
    } else rest.push(field);
  }
  const [first, ...others] = rest;
  if (!first) return;
  // A target that does not take such keys says so itself, at each of them.
  const refusing = selectedTargets(context, ({ unknownFields }) => unknownFields !== 'ignored');
  if (kind === 'skill' && refusing.length > 0) return;
  const names = rest.slice(0, maxNames).map(({ key }) => showText(key));
  if (rest.length > maxNames) names.push(`${rest.length - maxNames} more`);
  yield {
    range: first.keyRange,
    severity: 'hint',
    message: `Claude Code ignores ${inWords(names)}`,
    tag: 'unnecessary',
    alsoUnnecessary: others.map(({ keyRange }) => keyRange),
  };
}

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
  const names = toolNamesIn(value);
  const known = names.filter(isToolInAnyCase);
  return known.length > 0 && known.length >= names.length / 2;
}

/** The names of tools in the value that are written in another case, as the end of an advice. */
function inTheirCase(value: YamlValue): string {
  const names = toolNamesIn(value).flatMap(
    (name) => TOOLS.find((tool) => tool.name !== name && tool.name.toLowerCase() === name.toLowerCase())?.name ?? [],
  );
  const written = [...new Set(names)].slice(0, maxNames).map(showText);
  return written.length > 0 ? `, and write ${inWords(written)}` : '';
}

/** The names before the parentheses of rules for tools. */
function toolNamesIn(value: YamlValue): readonly string[] {
  const entries = value.kind === 'list' ? value.items : [value];
  const rules = entries.flatMap((entry) => (entry.kind === 'scalar' ? splitToolRules(String(entry.value ?? '')) : []));
  return rules.map((rule) => /^[^(]*/.exec(rule)![0]);
}

function isToolInAnyCase(name: string): boolean {
  return isToolName(name) || TOOLS.some((tool) => tool.name.toLowerCase() === name);
}

function describe({ key, value }: Field, { field, how }: NearField, isThere: boolean, isElsewhere: boolean): string {
  const { name } = field;
  // The products that read it do not know a slip either.
  if (isElsewhere && how === 'slip' && !isThere)
    return `No product supports ${showText(key)}. Did you mean \`${name}\`?`;
  if (isThere)
    return `Claude Code ignores \`${key}\` and only reads \`${name}\`. Move any missing text there, then remove \`${key}\``;
  return how === 'alias'
    ? `Claude Code ignores \`${key}\`: here the field is called \`${name}\`. Rename it${field.form === 'tools' ? inTheirCase(value) : ''}`
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
