import { readFlag } from '../../dialect/coercion.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { consumerFacts } from '../../dialect/targets.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { replaceYaml } from '../edits/write-field.ts';
import { showText } from '../messages/show-value.ts';
import { isChangedByRepair } from '../readings/fields/changed-by-repair.ts';
import { invocationFlags, saysWhatIsRead } from '../readings/fields/invocation-flags.ts';
import { type KnownField, knownFields } from '../readings/fields/known-fields.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

/** The consequence of reading a flag as false. */
const consequences: Readonly<Record<string, (kind: FileKind) => string>> = {
  'disable-model-invocation': (kind) => `, so the model may invoke the ${kind}`,
  'user-invocable': (kind) => `, so the ${kind} is hidden from users`,
};

/** Other words that can only mean true or false. */
const synonyms: ReadonlyMap<string, boolean> = new Map([
  ['y', true],
  ['t', true],
  ['enable', true],
  ['enabled', true],
  ['n', false],
  ['f', false],
  ['disable', false],
  ['disabled', false],
]);

export const booleanValue: Rule = {
  id: 'boolean-value',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['flag-field'],
  summary: 'A flag whose value is neither true nor false',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    for (const known of knownFields(context, 'flag')) {
      const { value, keyRange } = known.field;
      const isEmpty = value.kind === 'scalar' && value.value === null;
      // How agents read an empty flag is not recorded.
      if (saysWhatIsRead(value, context.document.runtime) || (isEmpty && context.file.kind === 'agent')) continue;
      if (isChangedByRepair(context.document, known.field)) {
        reportSpoiltByRepair(known, context, report);
        continue;
      }
      const meant = meaningOf(value);
      report({
        range: value.range.start === value.range.end ? keyRange : value.range,
        message: `${howItIsRead(known, context)}. Write ${meant === undefined ? '`true` or `false`' : `\`${meant}\``}`,
        fixes: offerFixes(context, known, meant),
      });
    }
  },
};

/** A lost restriction gets its own message: the value is right, but another line breaks it. */
function reportSpoiltByRepair(known: KnownField, context: RuleContext, report: (report: Report) => void): void {
  const { value } = known.field;
  const word = /^(\w+)\s+#/.exec(context.document.text.slice(value.range.start, value.range.end))?.[1];
  if (!word) return;
  const read = `While repairing another line of the frontmatter, ${howItIsRead(known, context)}`;
  const comment = { start: value.range.start + word.length, end: value.range.end };
  report({
    range: value.range,
    message: `${read}. Quote the value on the line that breaks the YAML, or remove the comment here`,
    fixes: [{ title: 'Remove the comment', safe: false, edits: [{ range: comment, newText: '' }] }],
  });
}

function howItIsRead({ field: { key, value } }: KnownField, { file, document }: RuleContext): string {
  const written = describe(value);
  if (file.kind === 'agent') return `\`${key}\` must be true or false, but ${written} is neither`;
  const subject = written === 'nothing' ? `an empty \`${key}\`` : written;
  const consequence = consequences[key]?.(file.kind) ?? '';
  return `${consumerFacts(document.runtime).title} reads ${subject} as false${consequence}`;
}

function describe(value: YamlValue): string {
  if (value.kind !== 'scalar') return value.kind === 'list' ? 'this list' : 'this mapping';
  return value.value === null || String(value.value).trim() === '' ? 'nothing' : showText(String(value.value));
}

/** One safe fix if the meaning is clear; else both, starting with the one for which the field is used at all. */
function offerFixes({ document }: RuleContext, { field, facts }: KnownField, meant: boolean | undefined): Fix[] {
  const write = (flag: boolean, safe: boolean) =>
    offerEdit(`Write \`${flag}\``, safe, replaceYaml(document.text, field, String(flag)));
  // Any value that is not understood is read as false. To change who may invoke the skill needs review.
  if (meant !== undefined) return write(meant, !(meant && invocationFlags.has(field.key)));
  const byDefault = facts.default === '`true`';
  return [...write(!byDefault, false), ...write(byDefault, false)];
}

/** The evident meaning of a value. */
function meaningOf(value: YamlValue): boolean | undefined {
  if (value.kind === 'list') return value.items.length === 1 ? meaningOf(value.items[0]!) : undefined;
  if (value.kind === 'map' || value.value === null) return undefined;
  const reading = readFlag(value, DEFAULT_RUNTIME);
  if (reading?.understood) return reading.value;
  const word = String(value.value).trim().toLowerCase();
  const near = nearestWord(word, ['true', 'false']);
  return near ? near === 'true' : synonyms.get(word);
}
