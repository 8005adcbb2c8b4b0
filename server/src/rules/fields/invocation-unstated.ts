import { firstLine } from '../../document/text/first-line.ts';
import { insertField } from '../edits/write-field.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Fix, Rule } from '../rule.ts';

export const invocationUnstated: Rule = {
  id: 'invocation-unstated',
  level: 'off',
  kinds: ['skill'],
  summary: 'A skill that does not state whether the model, users or both may invoke it',
  source: 'https://code.claude.com/docs/en/skills#control-who-invokes-a-skill',
  check(context, report) {
    const fields = ownFields(context);
    if (!fields || fields.has('disable-model-invocation') || fields.has('user-invocable')) return;
    const fixes = [false, true].flatMap((isDisabled): Fix[] => {
      const edit = insertField(context.document, 'disable-model-invocation', String(isDisabled));
      // `false` is what Claude Code assumes, but the author has not decided.
      const title = isDisabled ? 'State that only users may invoke it' : 'State that the model may invoke it, too';
      return edit ? [{ title, safe: false, edits: [{ ...edit, newText: edit.newText.replace(/"/g, '') }] }] : [];
    });
    report({
      range: firstLine(context.document),
      message:
        'The skill does not state who may invoke it, so both the model and users can. Set `disable-model-invocation` or `user-invocable`',
      fixes,
    });
  },
};
