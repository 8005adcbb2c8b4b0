import type { SkillDocument } from '../../document/skill-document.ts';
import { showText } from '../messages/show-value.ts';
import { announcedArguments } from '../readings/arguments/announced-arguments.ts';
import { emptyOccasion } from '../readings/descriptions/empty-occasion.ts';
import { isSurelyEnglish } from '../readings/descriptions/english-prose.ts';
import { modelDescription } from '../readings/descriptions/model-description.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import type { Rule } from '../rule.ts';

/** Words with which a description says when to use the skill: any of them is enough. */
const trigger = new RegExp(
  [
    '(?<!\\b(?:even|except) )\\bwhen(?:ever)?\\b(?! (?:possible|available|applicable|present|offline)\\b)',
    '\\b(?:before|after|during|trigger\\w*|activat\\w*|invo[kc]\\w*|keywords?)\\b',
    '\\b(?:ask(?:s|ed|ing)?|mention(?:s|ed|ing)?|request(?:s|ed|ing)?|wants?|needs?|scenarios?|situations?)\\b',
    // "Keeps files if possible" and "while keeping a copy" say how the skill works.
    '(?<!\\beven )\\bif\\b(?! (?:needed|necessary|possible|required|available|present|any)\\b)',
    '\\bwhile (?:you|the|users?|someone|working|writing|editing|reviewing|developing|coding|debugging|planning)\\b',
    '\\bonce (?:the|an?|you|all|\\w+ (?:is|are|has|have))\\b',
    '(?<!\\b(?:builds?|based|depends?|acts?|improves?) )\\bupon\\b',
    // "Always use", not "always keeps a copy".
    '\\b(?:always|immediately|proactively) (?:use|apply|run|invoke|load|read|consult|follow|check|call|start)\\b',
    '\\b(?:use|apply|run|invoke|load|read|consult|follow|call)\\b[^.]{0,60}\\b(?:always|immediately|proactively|unless|until)\\b',
    '(?:^|[.!?:;]\\s+)given\\b',
    '\\buseful (?:for|when|if|to|in|after|before|as|with)\\b',
    '\\bused? (?:this|it|for|to|in|only|as|on|with|proactively|at|by|early|every|any)\\b',
    '\\b(?:ideal|suitable|best|intended|perfect) for\\b|\\bfor (?:any|all|every|questions|requests|tasks)\\b',
    // "For Spring Boot", "for writing tests", not "for your team", which says who benefits.
    '\\bfor (?!(?:your|the|an?|our|my|its?|their|this|that|these|those|each|others?|agents?|claude|users?|teams?|people|you|them|later|example|free|instance|easy|better|both)\\b)[\'"“]?\\w',
    // "Writing tests with pytest" names the occasion itself.
    '^\\W*(?!(?:during|string|king|ring|thing|spring|amazing|outstanding|interesting|leading)\\b)[a-z]{2,}ing\\b',
  ].join('|'),
  'i',
);

/** Separates the items of a list of tasks or subjects. */
const separator = /[,;•]\s/g;

/** Fewer items are part of one sentence about one thing. */
const minItems = 4;

/** So long a description has enough words to match, like one with a list. */
const longEnough = 250;

export const descriptionNoTrigger: Rule = {
  id: 'description-no-trigger',
  level: 'information',
  kinds: ['skill'],
  needsWriter: true,
  summary: 'A description that says what the skill does, but not when to use it',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions',
  check(context, report) {
    const description = modelDescription(context);
    if (!description || context.document.frontmatter.fields.has('when_to_use')) return;
    const { text, field, value } = description;
    if (text.length >= longEnough) return;
    const empty = emptyOccasion(text);
    const own = empty ? text.slice(0, empty.start) + text.slice(empty.end) : text;
    if (isList(own) || trigger.test(own) || !isSurelyEnglish(text)) return;
    report({
      range: empty ? rangeInValue(context.document.text, value, empty.start, empty.end) : field.keyRange,
      message: `${
        empty
          ? `${showText(text.slice(empty.start, empty.end))} fits every skill, so the model does not learn when to choose this one. Name the task`
          : 'The `description` says what the skill does, but not when the model should choose it. Add when to use it'
      } and the words that users would say, as in "Use when …"${takesArguments(context.document) ? ', or set `disable-model-invocation: true` if only users call it, with arguments' : ''}`,
    });
  },
};

/** Whether a text gives the model several tasks or subjects, whose words users would say. */
function isList(text: string): boolean {
  return (text.match(separator)?.length ?? 0) >= minItems - 1;
}

/** Whether a skill is written to be called by name, as commands are. */
function takesArguments(document: SkillDocument): boolean {
  const hint = announcedArguments(document);
  return (
    hint !== undefined ||
    document.body.placeholders.some(({ kind, escaped }) => !escaped && kind !== 'variable' && kind !== 'position')
  );
}
