import { selectedTargets, titlesOf } from '../messages/refusals.ts';
import { showText } from '../messages/show-value.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import { ValueSource } from '../readings/fields/value-source.ts';
import type { Rule } from '../rule.ts';

/** One finding per tag shows where they are; hundreds would only hide the rest. */
const maxFindings = 10;

export const descriptionXmlTags: Rule = {
  id: 'description-xml-tags',
  level: 'warning',
  kinds: ['skill'],
  needs: ['target'],
  summary: 'Angle brackets in a description, which a selected target rejects',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview#skill-structure',
  check(context, report) {
    const value = ownFields(context)?.get('description')?.value;
    if (value?.kind !== 'scalar' || typeof value.value !== 'string') return;
    const refusing = selectedTargets(context, ({ description }) => description.forbidsXmlTags === true);
    if (refusing.length === 0) return;
    const source = new ValueSource(context.document.text, value);
    let count = 0;
    for (const { 0: found, index } of value.value.matchAll(/<\/?[\p{L}_][^<>]*>|[<>]/gu)) {
      if (count++ === maxFindings) break;
      const range = source.range(index, index + found.length);
      const newText = withoutBrackets(found);
      report({
        range,
        ...(newText !== undefined &&
          context.document.text.slice(range.start, range.end) === found && {
            fixes: [
              {
                title: `Write ${showText(newText)} instead of ${showText(found)}`,
                safe: false,
                edits: [{ range, newText }],
              },
            ],
          }),
        message: `${showText(found)} in the \`description\`: angle brackets are rejected by ${titlesOf(refusing)}. Remove them`,
      });
    }
  },
};

/** The word that a placeholder in angle brackets stands for; undefined for a sign whose meaning only the author knows. */
function withoutBrackets(found: string): string | undefined {
  return /^<\/?([^<>/]*[^<>/\s])\s*\/?>$/.exec(found)?.[1];
}
