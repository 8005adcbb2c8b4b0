import { offerEdit, removeField } from '../edits/field-edits.ts';
import { readInvocation } from '../readings/invocation-flags.ts';
import { ownFields } from '../readings/own-fields.ts';
import type { Rule } from '../rule.ts';

export const deadSkill: Rule = {
  id: 'dead-skill',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['flag-field'],
  summary: 'A combination of `disable-model-invocation` and `user-invocable` that lets nobody invoke the skill',
  source: 'https://code.claude.com/docs/en/skills#control-who-invokes-a-skill',
  check(context, report) {
    const fields = ownFields(context);
    const { byModel, byUsers } = readInvocation(context);
    const model = fields?.get('disable-model-invocation');
    const users = fields?.get('user-invocable');
    if (byModel || byUsers || !model || !users) return;
    const [first, last] = model.range.start < users.range.start ? [model, users] : [users, model];
    const { document, file } = context;
    report({
      range: last.range,
      message: `Nobody can invoke this ${file.kind}: \`disable-model-invocation\` hides it from the model and \`user-invocable\` hides it from users. Remove one of them`,
      related: [{ range: first.range, message: `\`${first.key}\` is set here` }],
      fixes: [
        ...offerEdit('Let users invoke it', false, removeField(document, users)),
        ...offerEdit('Let the model invoke it', false, removeField(document, model)),
      ],
    });
  },
};
