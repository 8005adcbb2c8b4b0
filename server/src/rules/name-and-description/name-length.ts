import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { everyTarget, refusalOfName } from '../messages/refusals.ts';
import { showText } from '../messages/show-value.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import { writtenName } from '../readings/skills/written-name.ts';
import type { Fix, Rule, TextEdit } from '../rule.ts';

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
    const shortened = (limit: number): Fix[] => {
      const text = atWord(name.text, limit);
      return text === undefined ? [] : offerEdit(`Shorten to ${showText(text)}`, false, cutAt(text));
    };
    const cutAt = (text: string): TextEdit => ({
      range: rangeInValue(context.document.text, name.value, text.length, name.text.length),
      newText: '',
    });
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
        fixes: shortened(nameIgnoredAbove),
      });
      return;
    }
    const refusing = everyTarget(context, ({ name: { maxLength } }) => maxLength !== undefined && length > maxLength);
    if (refusing.length === 0) return;
    const limit = Math.min(...refusing.map((facts) => facts.name.maxLength!));
    report({
      range: rangeAfter(limit),
      message: `The \`name\` has ${length} characters, but only ${limit} are allowed: ${refusalOfName(refusing, context)}. Shorten it`,
      fixes: shortened(limit),
    });
  },
};

/** The beginning of a name, with whole words only; undefined if it has none that fits. */
function atWord(name: string, limit: number): string | undefined {
  const start = [...name].slice(0, limit + 1).join('');
  const words = /^(.*[\p{L}\p{N}])[^\p{L}\p{N}]/su.exec(start)?.[1];
  return words === undefined || words.length < name.length / 8 ? undefined : words;
}
