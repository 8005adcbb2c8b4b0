import { readLooseText, readText } from '../../dialect/coercion.ts';
import type { FieldForm } from '../../dialect/fields.ts';
import { toJson } from '../../dialect/text/to-json.ts';
import { isValidFieldValue } from '../../dialect/validate.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { ScalarValue, YamlValue } from '../../document/yaml/yaml-value.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { quoteYaml } from '../edits/quote-value.ts';
import { replaceValue, replaceYaml } from '../edits/write-field.ts';
import { kindInWords, showText } from '../messages/show-value.ts';
import { type KnownField, knownFields } from '../readings/fields/known-fields.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

/** The values that a field accepts, by its form. Flags and mappings have rules of their own. */
const taken: Readonly<Partial<Record<FieldForm, string>>> = {
  text: 'a string',
  word: 'a single word',
  model: 'a single name',
  agent: 'a single name',
  tools: 'a string or a list',
  names: 'a string or a list',
  globs: 'a string or a list',
  skills: 'a string or a list',
  hooks: 'a mapping of events',
  number: 'a whole number greater than 0',
  list: 'a list',
};

export const fieldType: Rule = {
  id: 'field-type',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  explainedBy: ['name-format'],
  summary: 'A value of a type that the field does not accept',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    for (const known of knownFields(context)) {
      const { field, facts } = known;
      const { value } = field;
      if (!(facts.form in taken) || facts.ignored) continue;
      // A list in argument-hint is reported by another rule.
      if (field.key === 'argument-hint' && value.kind === 'list') continue;
      if (facts.form === 'text' && value.kind === 'scalar') {
        const changed = changedText(context, value);
        if (changed) report({ ...changed, subject: field.key });
      } else if (value.kind === 'list' && takesLists(facts.form)) {
        for (const item of value.items) if (!isText(item)) report(wrongItem(context, known, item));
      } else if (!isValidFieldValue(field.key, toJson(value), context.file.kind) && !isQuotedNumber(known)) {
        report(wrongKind(context, known));
      }
    }
  },
};

/** Forms in which a list of strings is as good as a string. */
function takesLists(form: FieldForm): boolean {
  return form === 'tools' || form === 'names' || form === 'globs' || form === 'skills';
}

/** Forms of one word, which a list of one word evidently means. A word in place of hooks means nothing. */
function takesOneWord(form: FieldForm): boolean {
  return form === 'word' || form === 'model' || form === 'agent' || form === 'text';
}

/** Whether a quoted number works like a number is not recorded, so it is not reported. */
function isQuotedNumber({ field: { value }, facts }: KnownField): boolean {
  return facts.form === 'number' && value.kind === 'scalar' && /^\s*[1-9]\d*\s*$/.test(String(value.value));
}

/** An empty entry is left to the rules that know what the entries mean. */
function isText(item: YamlValue): boolean {
  return item.kind === 'scalar' && (typeof item.value === 'string' || item.value === null);
}

/** Text that YAML reads as a number or a boolean becomes text again, but not always the same text. */
function changedText({ document: { text } }: RuleContext, value: ScalarValue): Report | undefined {
  if (typeof value.value === 'string' || value.value === null || value.style !== 'plain') return undefined;
  const written = text.slice(value.range.start, value.range.end);
  const read = String(value.value);
  // An anchor, a tag or an alias in the source is not the value.
  if (written === read || !/^[\w.+-]+$/.test(written)) return undefined;
  return {
    range: value.range,
    message: `YAML reads \`${written}\` as ${typeof value.value === 'boolean' ? 'a boolean' : 'a number'} and changes it to \`${read}\`. Quote it`,
    fixes: [quote(value, written)],
  };
}

function wrongItem({ document, file }: RuleContext, { field, facts }: KnownField, item: YamlValue): Report {
  const { start, end } = item.range;
  const written = document.text.slice(start, end);
  const outcome = facts.form === 'names' ? 'ignores it when it counts positions' : 'ignores it';
  const plain = !/[\r\n]/.test(written) && !/^[[{*&!]/.test(written);
  return {
    range: item.range,
    message: `An entry of \`${field.key}\` must be a string, but this one is ${kindInWords(item)}${file.kind === 'agent' ? '' : `: Claude Code ${outcome}`}`,
    // Quoting restores a rule or glob that a colon turned into a mapping; a name it does not.
    fixes: plain && facts.form !== 'names' ? [quote(item, written)] : [],
  };
}

function wrongKind(context: RuleContext, known: KnownField): Report {
  const { field, facts } = known;
  const { value } = field;
  const kind = facts.form === 'number' && value.kind === 'scalar' ? showText(String(value.value)) : kindInWords(value);
  const outcome = outcomeOf(context, known);
  return {
    range: value.range,
    message: `\`${field.key}\` must be ${taken[facts.form]}, not ${kind}${outcome ? `: ${outcome}` : ''}`,
    fixes: fixesFor(context, known),
  };
}

/** How the runtime reads the value, as a clause; undefined if that is not known. */
function outcomeOf(
  { document: { runtime } }: RuleContext,
  { field: { key, value }, facts }: KnownField,
): string | undefined {
  const read = facts.form === 'text' && key !== 'argument-hint' ? readAsText(key, value, runtime) : undefined;
  if (read !== undefined) return `it reads as ${showText(read)}`;
  const clauses = facts.whenWrongType?.split('; ') ?? [];
  const kind = value.kind === 'list' && value.items.length === 1 ? 'a one-item list' : kindInWords(value);
  const clause =
    clauses.find((it) => it.startsWith(`${kind} `)) ?? clauses.find((it) => !it.startsWith('a ')) ?? clauses[0];
  return clause?.replace(/^anything else/, 'it');
}

/** A list or mapping as the string that the runtime converts it to; undefined if it does not. */
function readAsText(key: string, value: YamlValue, runtime: RuntimeId): string | undefined {
  const isLoose = key === 'when_to_use' || (key === 'name' && value.kind === 'list');
  const read = isLoose ? readLooseText(value, runtime) : readText(value, runtime);
  return read?.trim() === '' ? undefined : read;
}

/**
 * A list that is read as a string becomes that string; other brackets are quoted in case they were meant as text; a
 * list of one word, if one word is expected, becomes that word.
 */
function fixesFor({ document }: RuleContext, { field, facts }: KnownField): Fix[] {
  const { text } = document;
  const { value } = field;
  const written = text.slice(value.range.start, value.range.end);
  if (facts.form === 'text' && field.key !== 'name') {
    if (!/^[[{][^\r\n]*$/.test(written) || isEmpty(value)) return [];
    const read = value.kind === 'list' ? readAsText(field.key, value, document.runtime) : undefined;
    if (read === undefined) return [quote(value, written, field.key === 'argument-hint')];
    return offerEdit(`Write ${showText(read)}`, true, replaceValue(text, field, read));
  }
  const only = value.kind === 'list' && value.items.length === 1 ? value.items[0] : undefined;
  if (!takesOneWord(facts.form) || only?.kind !== 'scalar' || typeof only.value !== 'string') return [];
  const item = text.slice(only.range.start, only.range.end);
  return offerEdit(`Write ${showText(item)}`, true, replaceYaml(text, field, item));
}

function isEmpty(value: YamlValue): boolean {
  return value.kind === 'list' ? value.items.length === 0 : value.kind === 'map' && value.entries.length === 0;
}

function quote({ range }: YamlValue, written: string, safe = true): Fix {
  return { title: `Quote ${showText(written)}`, safe, edits: [{ range, newText: quoteYaml(written) }] };
}
