import { type FieldFacts, findField, nearestField } from '../../dialect/fields.ts';
import { acceptedFields, accepts, type ConsumerFacts, consumerFacts } from '../../dialect/targets.ts';
import { inWords } from '../messages/in-words.ts';
import { selectedTargets } from '../messages/refusals.ts';
import { ownFields } from '../readings/own-fields.ts';
import type { Rule, RuleContext } from '../rule.ts';

export const fieldNotPortable: Rule = {
  id: 'field-not-portable',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A field that a selected target or an older runtime does not support',
  source: 'https://agentskills.io/specification#frontmatter',
  *check(context, report) {
    const { file, document } = context;
    const { runtime } = document;
    for (const { key, keyRange } of ownFields(context)?.values() ?? []) {
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
      if (refusal) report({ range: keyRange, ...refusal });
    }
  },
};

/** What the selected targets do with a key that they do not accept; they read skills only. */
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

function fateOf(fate: string, titles: readonly string[]): string[] {
  return titles.length > 0 ? [`${fate} ${titles.join(', ')}`] : [];
}
