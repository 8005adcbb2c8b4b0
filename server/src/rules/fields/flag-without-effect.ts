import { type FieldFacts, findField, nearestField } from '../../dialect/fields.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { accepts } from '../../dialect/targets.ts';
import type { Field } from '../../document/skill-document.ts';
import { insertBefore, offerEdit, removeField } from '../edits/field-edits.ts';
import { inWords } from '../messages/in-words.ts';
import { readInvocation } from '../readings/fields/invocation-flags.ts';
import { knownFields } from '../readings/fields/known-fields.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const flagWithoutEffect: Rule = {
  id: 'flag-without-effect',
  level: 'hint',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A field that has no effect together with the other fields, or in the file’s location',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    for (const [field, { why, fixes, related }] of uselessFields(context)) {
      report({ range: field.range, message: why, tag: 'unnecessary', fixes, ...(related && { related }) });
    }
  },
};

interface Useless {
  readonly why: string;
  readonly fixes: readonly Fix[];
  readonly related?: Report['related'];
}

function* uselessFields(context: RuleContext): Generator<readonly [Field, Useless]> {
  const { byModel, byUsers } = readInvocation(context);
  const { file, document } = context;
  const { runtime } = document;
  const known = knownFields(context)
    .filter(({ field }) => !isNull(field))
    .sort((a, b) => a.field.range.start - b.field.range.start);
  for (const { field, facts } of known) {
    const { key } = field;
    const remove = (safe: boolean) => removal(context, field, safe);
    if (facts.ignoredInPlugins && file.place === 'plugin') {
      const why = `Claude Code ignores \`${key}\` in plugin agents. Remove it or move the agent to \`.claude/agents\``;
      yield [field, { why, fixes: remove(false) }];
    } else if (facts.needs && !isMet(context, facts)) {
      const { needs } = facts;
      const alike = known
        .filter(({ facts: { needs: its } }) => its?.field === needs.field && its.value === needs.value)
        .map((it) => it.field);
      // One thing is missing, so there is one finding, at the first field that needs it.
      if (alike[0] === field) yield [field, missingNeed(context, alike, needs)];
    } else if (key === 'argument-hint' && byModel && !byUsers && !capabilities(runtime).announcesEverySkill) {
      const why = `\`argument-hint\` is for users who type the command, and \`user-invocable\` hides this ${file.kind} from them. Remove it`;
      // Without it, nothing says that positions such as `$1` are arguments.
      const usesPositions = document.body.placeholders.some(({ kind, escaped }) => kind === 'position' && !escaped);
      yield [field, { why, fixes: remove(!usesPositions) }];
    } else if (key === 'when_to_use' && !byModel && byUsers) {
      const why = `\`when_to_use\` is for the model, and \`disable-model-invocation\` hides this ${file.kind} from it. Remove one of them`;
      yield [field, { why, fixes: remove(false) }];
    }
  }
  const paths = file.kind === 'command' ? ownFields(context)?.get('paths') : undefined;
  if (paths && accepts(runtime, findField('paths', 'skill')!)) {
    const why = 'Claude Code ignores `paths` in commands. Remove it or turn the command into a skill';
    yield [paths, { why, fixes: removal(context, paths, false) }];
  }
}

/** Whether the other field is there: a wrong value or a misspelled key is reported by another rule. */
function isMet(context: RuleContext, { needs }: FieldFacts): boolean {
  const fields = [...(ownFields(context)?.values() ?? [])];
  return fields.some(({ key, value }) => {
    if (key === needs?.field) return value.kind !== 'scalar' || value.value !== null;
    return nearestField(key, context.file.kind)?.field.name === needs?.field;
  });
}

function missingNeed(
  context: RuleContext,
  fields: readonly Field[],
  { field: other, value }: NonNullable<FieldFacts['needs']>,
): Useless {
  const needed = `${other}: ${value}`;
  const edit = ownFields(context)?.has(other) ? undefined : insertBefore(context.document, fields[0]!, needed);
  const keys = inWords(fields.map(({ key }) => `\`${key}\``));
  const rest = fields.slice(1).map(({ key, range }) => ({ range, message: `\`${key}\` has no effect either` }));
  return {
    why: `${keys} ${fields.length > 1 ? 'have' : 'has'} an effect only with \`${needed}\`. Add that or remove ${keys}`,
    fixes: [...offerEdit(`Add \`${needed}\``, false, edit), ...removalOfAll(context, fields)],
    ...(rest.length > 0 && { related: rest }),
  };
}

function removalOfAll({ document }: RuleContext, fields: readonly Field[]): Fix[] {
  const edits = fields.flatMap((field) => removeField(document, field) ?? []);
  if (edits.length < fields.length) return [];
  return [{ title: `Remove ${inWords(fields.map(({ key }) => `\`${key}\``))}`, safe: false, edits }];
}

function removal({ document }: RuleContext, field: Field, safe: boolean): Fix[] {
  return offerEdit(`Remove \`${field.key}\``, safe, removeField(document, field));
}

function isNull({ value }: Field): boolean {
  return value.kind === 'scalar' && value.value === null;
}
