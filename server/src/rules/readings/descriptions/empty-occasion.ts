import { type TextRange, textRange } from '../../../document/text/text-range.ts';

const who = '(?:the |an? )?(?:users?|you|someone|somebody|anyone|people)';
const need =
  '(?:asked|needed|required|requested|necessary|appropriate|relevant|applicable|useful|helpful|suitable|invoked|called|told|instructed|desired)';
const task = '(?:(?:kinds? of )?(?:tasks?|things?|work|requests?|jobs?|purposes?|situations?|cases?))';
const likeThis = `(?:this|these|such|it|the same)(?:,? (?:or|and) (?:an?(?:y)? |other )?(?:similar|related|other))?(?: ${task})?`;

/** Occasions that fit every skill: `when asked`, `if the user needs it`, `for this or a similar task`. */
const everyOccasion = [
  `as ${need}`,
  `(?:when(?:ever)?|if|where) (?:(?:it|this|this skill|the skill) (?:is|seems|would be|may be) )?${need}(?: to)?(?: (?:do|use) (?:so|it|this))?(?: by ${who})?`,
  `(?:when(?:ever)?|if) ${who} (?:asks?|wants?|needs?|requests?|invokes?|calls?|tells? you)(?: (?:you )?to)?(?: for)?(?: help)?(?: with)?(?: (?:${likeThis}|to use (?:it|this(?: skill)?)|the skill|this skill))?`,
  `(?:when(?:ever)? (?:doing|working on) |for )${likeThis}`,
].join('|');

/** Such an occasion as a sentence or clause of its own. */
const empty = new RegExp(
  `(?<=(?:^|[.!?;:,–—-])[ \\n]{0,2})(?:please |only |always )?(?:use|used|run|invoke|call|apply|activate|trigger)(?: this skill| the skill| this| it)?(?: only)? (?:${everyOccasion})(?=[.!;]?\\s*$|[.!;]\\s)`,
  'i',
);

/** A short clause that might be one, which takes a fraction of the time to prepare. */
const possible =
  /\b(?:use|used|run|invoke|call|apply|activate|trigger)\b[a-z ]{0,20} (?:as|when(?:ever)?|if|where|for) ([a-z, ]{1,160})(?=[.!;]?\s*$|[.!;]\s)/g;

/** The words of such an occasion, singular or plural: one with another word says more. */
const words: ReadonlySet<string> = new Set(`a any ${everyOccasion}`.match(/[a-z]+/g));

function isPossible(description: string): boolean {
  return [...description.toLowerCase().matchAll(possible)].some(([, clause]) =>
    clause!.match(/[a-z]+/g)?.every((word) => words.has(word) || words.has(`${word}s`)),
  );
}

/** The part of a description that says when to use the skill, with words that fit every skill. */
export function emptyOccasion(description: string): TextRange | undefined {
  const found = isPossible(description) ? empty.exec(description) : undefined;
  return found ? textRange(found.index, found.index + found[0].length) : undefined;
}
