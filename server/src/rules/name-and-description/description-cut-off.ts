import { letterExpression } from '../../document/text/letter-expression.ts';
import { modelDescription } from '../readings/descriptions/model-description.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import type { Rule } from '../rule.ts';

/**
 * The end of a sentence that cannot end there: `Use when a user.`, `if the user wants to`, `photos and`, `such as`.
 * Verbs may end one with a preposition, as in "files to work with".
 */
const unfinished = letterExpression(
  `(?<![\\p{L}\\p{N}’'-])(?:${[
    '(?:when|whenever|if|because)(?: (?:the|an?|any|some) users?| users?| the|,? e\\.g| you| someone)?',
    '(?:when|whenever|if)(?: (?:the|an?))? (?:users?|you|someone) asks? for',
    // "Renames them, too, if the user wants to" may end there.
    '[Uu]sed? (?:[\\w ]{0,20} )?(?:when|whenever|if)(?: (?:the|an?))? (?:users?|you|someone) (?:(?:asks?|wants?|needs?|tries|wishes)(?: to)?(?<!asks?))',
    'the|an|a|and|or|such as|including|than|your|their|its|every',
    '[Uu]sed? (?:this |this skill |it )?(?:for|to|in|with|by|after|before)',
    '(?<!to \\p{L}+ )by',
    '[Tt]riggers? (?:on|when|for)',
    'in order to|so as to|designed to|as well as|because of|(?<!in )between|e\\.g\\.?|i\\.e\\.?|via|not only',
    // "The things to take care of" may end there.
    '\\p{L}{3,}(?:tion|sion|ment|ance|ence)s? of',
  ].join('|')})$`,
  'u',
);

/** A parenthesis or quotation that is opened at the end, and never closed. */
const neverClosed = /(?<=\s)\([^()]*[^().!?\s]$|(?<=[\s(])(?:"(?=\S)[^"]*[^".!?\s]|“[^“”]*[^“”.!?\s])$/;

/** Nothing follows a comma, an opening mark or a dash. */
const openEnd = /(?:[,;:：]|(?<=\s)[-–—&+/]|[([“]|(?<=\s)["'])$/;

/** Only the end of a description is read. */
const END = 60;

export const descriptionCutOff: Rule = {
  id: 'description-cut-off',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A description that ends in the middle of a sentence',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions',
  check(context, report) {
    const description = modelDescription(context);
    if (!description) return;
    const whole = description.text.trimEnd();
    const text = whole.replace(/(?:[.…]{1,3}|[:,;([–—]| -)$/, '').trimEnd();
    const start = Math.max(0, text.length - END);
    const end = text.slice(start);
    const match = unfinished(end).exec(end);
    const open = openEnd.exec(whole.slice(-END)) ?? neverClosed.exec(whole.slice(-END));
    if (!match && !open) return;
    const from = match ? start + match.index : whole.length - open![0].length;
    report({
      range: rangeInValue(context.document.text, description.value, from, match ? text.length : whole.length),
      message: `The \`description\` breaks off after \`${whole.slice(from)}\`, and the model sees it like that. Finish the sentence`,
    });
  },
};
