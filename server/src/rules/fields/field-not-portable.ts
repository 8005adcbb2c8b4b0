import { type FieldFacts, findField, nearestField } from '../../dialect/fields.ts';
import { acceptedFields, accepts, type ConsumerFacts, consumerFacts } from '../../dialect/targets.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { argumentsByPosition } from '../edits/arguments-by-position.ts';
import { offerEdit, removeField } from '../edits/field-edits.ts';
import { appendToDescription, moveToMetadata } from '../edits/move-field.ts';
import { inWords } from '../messages/in-words.ts';
import { selectedTargets } from '../messages/refusals.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Fix, Rule, RuleContext, TextEdit } from '../rule.ts';

export const fieldNotPortable: Rule = {
  id: 'field-not-portable',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A field that a selected target or an older runtime does not support',
  source: 'https://agentskills.io/specification#frontmatter',
  *check(context, report) {
    const { file, document } = context;
    const { runtime } = document;
    for (const field of ownFields(context)?.values() ?? []) {
      const { key, keyRange } = field;
      yield;
      const facts = findField(key, file.kind);
      // Under the intended name, the field may well be portable.
      if (!facts && nearestField(key, file.kind)?.how === 'alias') continue;
      if (facts && !accepts(runtime, facts)) {
        report({
          range: keyRange,
          message: `${consumerFacts(runtime).title} does not support \`${key}\` yet and ignores it`,
        });
      }
      const refusal = describeRefusal(context, key, facts);
      if (refusal) report({ range: keyRange, ...refusal, fixes: fixesFor(context, field, facts) });
    }
  },
};

/** How the selected targets treat a key that they do not accept; they read skills only. */
function describeRefusal(
  context: RuleContext,
  key: string,
  facts: FieldFacts | undefined,
): { message: string; severity: 'warning' | 'information' } | undefined {
  if (context.file.kind !== 'skill') return undefined;
  const refusing = selectedTargets(context, ({ id }) => !acceptedFields(id).has(key));
  if (refusing.length === 0) return undefined;
  const namesOf = (fate: ConsumerFacts['unknownFields']) =>
    refusing.filter(({ unknownFields }) => unknownFields === fate).map(({ title }) => title);
  const fates = [
    fateOf('rejected by', namesOf('rejected')),
    fateOf('reported as unsupported by', namesOf('reported')),
    // Nothing is lost with a key that never had a meaning.
    fateOf('ignored by', facts ? namesOf('ignored') : []),
  ].flat();
  if (fates.length === 0) return undefined;
  const advice = facts ? 'Omit it there' : 'Move it under `metadata`';
  return {
    message: `\`${key}\` is ${inWords(fates)}. ${advice}`,
    severity: refusing.every(({ unknownFields }) => unknownFields === 'ignored') ? 'information' : 'warning',
  };
}

/** Claude Code reads `when_to_use` after the description, and nothing that it does not know. */
function fixesFor({ document }: RuleContext, field: Field, facts: FieldFacts | undefined): Fix[] {
  if (!facts) return offerEdits(`Move \`${field.key}\` to \`metadata\``, moveToMetadata(document, field));
  const moved =
    facts.name === 'when_to_use'
      ? offerEdits(`Move \`${field.key}\` to the end of the description`, appendToDescription(document, field))
      : [];
  if (facts.name === 'arguments') return withoutNames(document, field);
  return [...moved, ...offerEdit(`Remove \`${field.key}\``, false, removeField(document, field))];
}

/** Without `arguments`, Claude Code would no longer replace its names in the body. */
function withoutNames(document: SkillDocument, field: Field): Fix[] {
  const removed = removeField(document, field);
  const replaced = argumentsByPosition(document);
  if (!removed || !replaced) return [];
  const title =
    replaced.length > 0
      ? `Replace its names by positions, which stay as text without an argument, and remove \`${field.key}\``
      : `Remove \`${field.key}\``;
  return [{ title, safe: false, edits: [removed, ...replaced] }];
}

function offerEdits(title: string, edits: readonly TextEdit[] | undefined): Fix[] {
  return edits ? [{ title, safe: false, edits }] : [];
}

function fateOf(fate: string, titles: readonly string[]): string[] {
  return titles.length > 0 ? [`${fate} ${titles.join(', ')}`] : [];
}
