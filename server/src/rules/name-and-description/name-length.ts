import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { everyTarget, refusalOfName } from '../messages/refusals.ts';
import { rangeInValue } from '../readings/value-source.ts';
import { writtenName } from '../readings/written-name.ts';
import type { Rule } from '../rule.ts';

export const nameLength: Rule = {
  id: 'name-length',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A `name` that is too long for Claude Code or a selected target',
  source: 'https://agentskills.io/specification#name-field',
  check(context, report) {
    const name = writtenName(context);
    if (!name) return;
    const length = [...name.text].length;
    const rangeAfter = (limit: number) => {
      const start = [...name.text].slice(0, limit).join('').length;
      return rangeInValue(context.document.text, name.value, start, name.text.length);
    };
    const { nameIgnoredAbove } = capabilities(context.document.runtime);
    if (nameIgnoredAbove !== null && length > nameIgnoredAbove) {
      report({
        range: rangeAfter(nameIgnoredAbove),
        severity: 'error',
        message: `Claude Code ignores a \`name\` of more than ${nameIgnoredAbove} characters, and this one has ${length}: only the folder name invokes the skill. Shorten it`,
      });
      return;
    }
    const refusing = everyTarget(context, ({ name: { maxLength } }) => maxLength !== undefined && length > maxLength);
    if (refusing.length === 0) return;
    const limit = Math.min(...refusing.map((facts) => facts.name.maxLength!));
    report({
      range: rangeAfter(limit),
      message: `The \`name\` has ${length} characters, but only ${limit} are allowed: ${refusalOfName(refusing, context)}. Shorten it`,
    });
  },
};
