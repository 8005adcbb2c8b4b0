import { findDescriptionLosses } from '../readings/description-loss.ts';
import { isSurelyEnglish } from '../readings/english-prose.ts';
import { modelDescription } from '../readings/model-description.ts';
import type { Rule } from '../rule.ts';

/** Words with which a description says when to use the skill: any of them is enough. */
const trigger =
  /\b(?:when(?:ever)?|while|if|given|once|unless|until|upon|before|after|during|always|immediately|trigger\w*|activat\w*|invo[kc]\w*|keywords?|ask(?:s|ed|ing)?|mention(?:s|ed|ing)?|request(?:s|ed|ing)?|wants?|needs?|scenarios?|situations?|useful|used? (?:this|it|for|to|in|only|as|on|with|proactively|at|by|early|every|any)|ideal for|suitable for|best for|intended for|for (?:any|all|every|questions|requests|tasks))\b/i;

/** A description with this many list items gives the model words to match, whether or not it says when. */
const longEnough = 250;

export const descriptionNoTrigger: Rule = {
  id: 'description-no-trigger',
  level: 'information',
  kinds: ['skill'],
  summary: 'A description that says what the skill does, but not when to use it',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions',
  check(context, report) {
    const description = modelDescription(context);
    if (!description || context.document.frontmatter.fields.has('when_to_use')) return;
    const { text, field } = description;
    if (text.length >= longEnough || trigger.test(text) || !isSurelyEnglish(text)) return;
    // A description that is not read as a string may say it, and is reported by another rule.
    if (findDescriptionLosses(context).some((loss) => 'field' in loss && loss.field === field)) return;
    report({
      range: field.keyRange,
      message:
        'The `description` says what the skill does, but not when the model should choose it. Add when to use it and the words that users would say, as in "Use when …"',
    });
  },
};
