import { readFlag } from '../../dialect/coercion.ts';
import type { Field } from '../../document/skill-document.ts';
import { offerEdit, removeField } from '../edits/field-edits.ts';
import { showText } from '../messages/show-value.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const deadSkill: Rule = {
  id: 'dead-skill',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['flag-field'],
  summary: 'A skill that nobody can invoke: flags or settings hide it from the model and from users',
  source: 'https://code.claude.com/docs/en/skills#control-who-invokes-a-skill',
  check(context, report) {
    const fields = ownFields(context);
    const { runtime } = context.document;
    const model = fields?.get('disable-model-invocation');
    const users = fields?.get('user-invocable');
    const hidesFromModel = readFlag(model?.value, runtime)?.value === true;
    if (users && readFlag(users.value, runtime)?.value === false) {
      if (hidesFromModel) report(byBothFlags(context, model!, users));
      else if (context.file.inCatalog?.own?.isForUsersBySettings) report(byFlagAndSettings(context, users));
    }
  },
};

function byBothFlags(context: RuleContext, model: Field, users: Field): Report {
  const [first, last] = model.range.start < users.range.start ? [model, users] : [users, model];
  const { document, file } = context;
  return {
    range: last.range,
    message: `Nobody can invoke this ${file.kind}: \`disable-model-invocation\` hides it from the model and ${hidingFromUsers(context, users)}. Remove one of them`,
    related: [{ range: first.range, message: `\`${first.key}\` is set here` }],
    fixes: [
      ...offerEdit('Let users invoke it', false, removeField(document, users)),
      ...offerEdit('Let the model invoke it', false, removeField(document, model)),
    ],
  };
}

function byFlagAndSettings(context: RuleContext, users: Field): Report {
  const { document, file } = context;
  return {
    range: users.range,
    message: `Nobody can invoke this ${file.kind}: \`skillOverrides\` in the settings hides it from the model and ${hidingFromUsers(context, users)}. Remove one of them`,
    fixes: offerEdit('Let users invoke it', false, removeField(document, users)),
  };
}

/** A value that is neither true nor false is read as false, which its author may not expect. */
function hidingFromUsers({ document: { text, runtime } }: RuleContext, { value }: Field): string {
  if (readFlag(value, runtime)!.understood) return '`user-invocable` hides it from users';
  const written = text.slice(value.range.start, value.range.end).trim();
  return `\`user-invocable\`, which Claude Code reads as false${written ? ` because of ${showText(written)}` : ''}, hides it from users`;
}
