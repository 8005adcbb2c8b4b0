import { type FieldFacts, findField, findValue } from '../../dialect/fields.ts';
import type { ConsumerFacts } from '../../dialect/targets.ts';
import type { Field } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../document/yaml/yaml-value.ts';
import { removeField } from '../edits/field-edits.ts';
import { quoteFix } from '../edits/quote-value.ts';
import { everyTarget, selectedTargets, titlesOf } from '../messages/refusals.ts';
import { kindInWords } from '../messages/show-value.ts';
import { knownFields } from '../readings/fields/known-fields.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const metadataShape: Rule = {
  id: 'metadata-shape',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['map-field'],
  summary:
    'A `metadata` that is not a mapping, that contains a field of Claude Code or, for some targets, a value that is not a string',
  source: 'https://agentskills.io/specification#metadata-field',
  check(context, report) {
    for (const { field } of knownFields(context, 'map')) {
      const { value } = field;
      if (value.kind === 'scalar' && value.value === null) continue;
      if (value.kind !== 'map') {
        report({
          range: value.range,
          message: `\`${field.key}\` must be a mapping, not ${kindInWords(value)}: Claude Code ignores it. Write \`key: value\` lines below it`,
        });
        continue;
      }
      for (const found of fieldsBelow(context, field, value.entries)) report(found);
      const strict = selectedTargets(context, ({ metadata }) => metadata.textValuesOnly);
      if (strict.length === 0) continue;
      for (const entry of value.entries) {
        if (entry.value.kind === 'scalar' && (typeof entry.value.value === 'string' || entry.value.value === null))
          continue;
        report({
          range: entry.value.range,
          // The value as written, rather than as YAML reads it: `1.10` is a version.
          ...(entry.value.kind === 'scalar' && {
            fixes: [quoteFix(entry.key, context.document.text, entry.value.range, true)],
          }),
          message: `\`${entry.key}\` is ${kindInWords(entry.value)}, but ${titlesOf(strict)} only ${strict.length > 1 ? 'allow' : 'allows'} strings in \`${field.key}\`. ${entry.value.kind === 'scalar' ? 'Quote it' : 'Write it as a string'}`,
        });
      }
    }
  },
};

/** Fields that are indented too far: Claude Code reads nothing below `metadata`. */
function fieldsBelow(context: RuleContext, metadata: Field, entries: readonly MapEntry[]): Report[] {
  const { document, file } = context;
  const others = ownFields(context);
  return entries.flatMap((entry): Report[] => {
    const facts = findField(entry.key, file.kind);
    if (!facts?.acceptedBy.includes(document.runtime) || others?.has(facts.name)) return [];
    if (!isMeant(facts, entry.value)) return [];
    const rejecting = file.kind === 'skill' ? everyTarget(context, (target) => rejects(target, facts)) : [];
    const cost =
      rejecting.length > 0
        ? `; ${titlesOf(rejecting)} then ${rejecting.length > 1 ? 'reject' : 'rejects'} the skill`
        : '';
    return [
      {
        range: entry.keyRange,
        ...(isForSpecification(context) && !guards(facts) && { severity: 'hint' }),
        message: `Claude Code does not read \`${entry.key}\` below \`metadata\`. Write it without indentation, as a field of its own${cost}`,
        fixes: moveFix(context, metadata, entry, entries.length),
      },
    ];
  });
}

function rejects({ id, unknownFields }: ConsumerFacts, { acceptedBy }: FieldFacts): boolean {
  return unknownFields === 'rejected' && !acceptedBy.includes(id);
}

/** Whether a skill has what the open specification requires, and nothing else at the top: the rest is in `metadata` on purpose. */
function isForSpecification(context: RuleContext): boolean {
  const { kind } = context.file;
  const fields = ownFields(context);
  if (kind !== 'skill' || !fields?.has('name') || !fields.has('description')) return false;
  return [...fields.keys()].every((name) => findField(name, kind)?.acceptedBy.includes('agentskills'));
}

/** Without its effect, the model or a command may do what the author ruled out. */
function guards({ form }: FieldFacts): boolean {
  return form === 'flag' || form === 'hooks' || form === 'tools';
}

/** Whether a key is certainly the field, rather than a remark such as `model: GPT` or `agent: Ada`. */
function isMeant(facts: FieldFacts, value: YamlValue): boolean {
  if (/[-_]/.test(facts.name)) return true;
  if (facts.form === 'hooks') return value.kind === 'map';
  if (facts.name === 'paths') return holdsGlob(value);
  return (
    facts.form === 'word' &&
    value.kind === 'scalar' &&
    typeof value.value === 'string' &&
    findValue(facts, value.value) !== undefined
  );
}

function holdsGlob(value: YamlValue): boolean {
  if (value.kind === 'list') return value.items.some((item) => holdsGlob(item));
  return value.kind === 'scalar' && typeof value.value === 'string' && /[*?]/.test(value.value);
}

/** Moves an entry on one line in front of `metadata`. */
function moveFix({ document }: RuleContext, metadata: Field, entry: MapEntry, count: number): Fix[] {
  const { text, lines } = document;
  const line = lines.lineAt(entry.keyRange.start);
  const start = lines.startOf(line);
  const end = lines.startOf(line + 1);
  const isAlone = text.slice(start, entry.keyRange.start).trim() === '' && entry.value.range.end <= end;
  if (!isAlone || lines.lineAt(metadata.keyRange.start) === line) return [];
  const removal = count === 1 ? removeField(document, metadata) : { range: textRange(start, end), newText: '' };
  if (!removal) return [];
  const at = lines.startOf(lines.lineAt(metadata.keyRange.start));
  const moved = { range: textRange(at, at), newText: text.slice(start, end).trimStart() };
  const edits = count === 1 ? [{ range: removal.range, newText: moved.newText }] : [moved, removal];
  return [{ title: `Move \`${entry.key}\` out of \`metadata\``, safe: false, edits }];
}
