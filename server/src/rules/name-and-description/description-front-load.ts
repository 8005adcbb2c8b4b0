import { DESCRIPTION_FRONT } from '../../dialect/limits.ts';
import { letterExpression } from '../../document/text/letter-expression.ts';
import { modelDescription } from '../readings/descriptions/model-description.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import type { Rule } from '../rule.ts';

/** Words that could begin the description of any skill. */
const empty = new Set(
  (
    'a able about agent agents ai all also an and any anything are as assist assistance assistant assists at available be best ' +
    'better both by can capabilities capability claude collection common complete comprehensive contains covers day ' +
    'deal deals designed different do does each easily easy effective effectively efficient efficiently enable enables ' +
    'enhance enhanced every everything expert following for from full fully general great guidance guide guidelines guides ' +
    'handle handles handling has have help helper helpful helping helps high how if important improve improves in ' +
    'include includes including information instructions into is it its kind kinds lets make makes making many more most ' +
    'much necessary need needed needs of offers on one or other our out over perform performs possible powerful practices ' +
    'problem problems process processes productive professional provide provides providing purpose quality range related ' +
    'relevant requires robust set several should simple skill skills smart so solution solutions some specialized stuff ' +
    'such support supporting supports system task tasks that the their them these they thing things this those to tool toolkit ' +
    'tools topic topics ultimate up use used useful user users uses using utilities utility various very want wants way ways well ' +
    'what when whenever where which while wide will with work workflow workflows working works you your'
  ).split(' '),
);

const word = letterExpression(String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}'’+#./_-]*[\p{L}\p{N}+#])?`, 'gu');

export const descriptionFrontLoad: Rule = {
  id: 'description-front-load',
  level: 'hint',
  kinds: ['skill'],
  needsWriter: true,
  summary: 'A description that begins with words that fit any skill',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const description = modelDescription(context);
    if (!description) return;
    const start = description.text.search(/\S/);
    const front = description.text.slice(start, start + DESCRIPTION_FRONT);
    // The last word may be cut off.
    const words = front.length < DESCRIPTION_FRONT ? front : front.replace(/\S+$/, '');
    const own = words.match(word(words))?.filter((word) => !empty.has(word.toLowerCase()));
    if (own === undefined || own.length > 0) return;
    report({
      range: rangeInValue(context.document.text, description.value, start, start + front.trimEnd().length),
      message:
        'The `description` begins with words that fit any skill. Begin with the action and the object that are specific to this skill',
    });
  },
};
