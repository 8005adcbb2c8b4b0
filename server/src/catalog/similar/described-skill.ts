import { letterExpression } from '../../document/text/letter-expression.ts';
import { termOf } from './description-words.ts';
import { type DescriptionWord, isDistinctive, readDescription } from './read-description.ts';

/** A skill as the comparison of descriptions sees it. There are thousands, so what is only listed is no set. */
export interface DescribedSkill {
  readonly id: string;
  /** The name that the model sees. */
  readonly identifier: string;
  readonly text: string;
  /** The text, ignoring case, punctuation and spaces. */
  readonly letters: string;
  /** The words of its name, in order. */
  readonly name: readonly string[];
  /** A vector of length 1: the weight of each term in the skill's purpose. */
  readonly weights: ReadonlyMap<string, number>;
  /** The terms in order, if there are so few that each of them matters. */
  readonly gist: string | undefined;
  /** The first word of the description, if it is where a verb is seen first. */
  readonly opening: string | undefined;
  /** The terms of the beginning, which influences the model most and is all that fits in a menu. */
  readonly head: readonly string[];
  /** The names that it begins with. */
  readonly firstNames: readonly string[];
  /** The skill's subjects: names, repeated words, words of its own name; none that every description has. */
  readonly subjects: readonly string[];
  /** The words of the description for tasks that the skill is not for. */
  readonly excluded: ReadonlySet<string>;
  /** The phase tag at the beginning, such as `P1·Design·Planner`. */
  readonly phaseTag: string | undefined;
}

/** The length of the beginning. UTF-16 units. */
export const headLength = 100;

/** Where a distinguishing verb must be to be seen first. UTF-16 units. */
const openingWithin = 50;

/** In so many significant words, the model sees a name first. */
const firstWords = 4;

/** Below this number of terms, any single one makes the difference. */
const veryFewTerms = 5;

/** Below this number of terms, a specific one makes the difference even if it is not a subject. */
const fewTerms = 9;

const weightOf = { telling: 1, common: 0.4, pairOfCharacters: 0.6, inHead: 1.25, repeated: 1.25 };

const wordOfName = letterExpression(String.raw`[\p{L}\p{M}\p{N}]+`, 'gu');

export function describeSkill(identifier: string, text: string, id = identifier): DescribedSkill {
  const { words, letters } = readDescription(text);
  const affirmed = words.filter(({ isExcluded }) => !isExcluded);
  const lower = identifier.toLowerCase();
  const name = (lower.match(wordOfName(lower)) ?? []).map(termOf);
  const [first] = affirmed;
  return {
    id,
    identifier,
    text,
    letters,
    name,
    weights: toUnitLength(weigh(affirmed)),
    gist: gistOf(affirmed),
    opening: first && first.start < openingWithin && !first.isPairOfCharacters ? first.term : undefined,
    head: [...new Set(affirmed.filter(({ start }) => start < headLength).map(({ term }) => term))],
    firstNames: firstNamesOf(affirmed),
    subjects: subjectsOf(affirmed, name),
    excluded: excludedTerms(words),
    phaseTag: readPhaseTag(text),
  };
}

/** The cosine of the angle between two descriptions: 0 for nothing in common, 1 for the same words. */
export function likeness(a: DescribedSkill, b: DescribedSkill): number {
  if (a.letters === b.letters && a.letters !== '') return 1;
  const few = a.weights.size < b.weights.size ? a.weights : b.weights;
  const many = few === a.weights ? b.weights : a.weights;
  let sum = 0;
  // A loop over entries would make a list of two for each.
  few.forEach((weight, term) => {
    sum += weight * (many.get(term) ?? 0);
  });
  return Math.min(1, sum);
}

/**
 * Whether two descriptions, however similar, clearly distinguish their skills: they begin with different verbs, each
 * has a subject that the other does not mention or explains what is special in its name, one excludes or refers to the
 * other, they have few words and different ones, or their phase tags differ.
 */
export function areDistinguished(a: DescribedSkill, b: DescribedSkill): boolean {
  if (a.letters === b.letters) return false;
  if (a.phaseTag !== undefined && b.phaseTag !== undefined && a.phaseTag !== b.phaseTag) return true;
  if ((a.gist !== undefined || b.gist !== undefined) && a.gist !== b.gist) return true;
  return (
    (hasOwnOpening(a, b) && hasOwnOpening(b, a)) ||
    (hasOwnSubject(a, b) && hasOwnSubject(b, a)) ||
    (saysOwnName(a, b) && saysOwnName(b, a)) ||
    excludes(a, b) ||
    excludes(b, a) ||
    refersTo(a, b) ||
    refersTo(b, a)
  );
}

/** Upper case, so that spelling makes no difference between tags. */
export function readPhaseTag(text: string): string | undefined {
  return /^\s*\[([^\]\n]{1,60})\]/.exec(text)?.[1]?.trim().toUpperCase();
}

function hasOwnOpening({ opening }: DescribedSkill, { weights }: DescribedSkill): boolean {
  return opening !== undefined && !weights.has(opening);
}

function hasOwnSubject(a: DescribedSkill, b: DescribedSkill): boolean {
  const isShort = Math.min(a.weights.size, b.weights.size) < fewTerms;
  const subjects = isShort ? [...a.weights.keys()].filter(isDistinctive) : a.subjects;
  return subjects.some((term) => !b.weights.has(term) && !b.excluded.has(term));
}

/** `provider-actions` and `provider-resources`, if each description explains what is special in its name. */
function saysOwnName(a: DescribedSkill, b: DescribedSkill): boolean {
  return a.name.some(
    (term) =>
      !b.name.includes(term) &&
      ((says(a.weights.keys(), term) && !says(b.weights.keys(), term)) || (says(a.head, term) && !says(b.head, term))),
  );
}

/** `subagents` also counts as `agents`. */
function says(terms: Iterable<string>, name: string): boolean {
  for (const term of terms) {
    if (term === name || (name.length > 3 && term.endsWith(name))) return true;
  }
  return false;
}

/** Whether the one is not for what the other is for, and does not mention it otherwise. */
export function excludes(a: DescribedSkill, b: DescribedSkill): boolean {
  if (a.excluded.size === 0) return false;
  const met = [...a.excluded].filter((term) => b.weights.has(term) && !a.weights.has(term));
  return met.some(isDistinctive) || met.length >= 2 || (met.length === 1 && a.excluded.size === 1);
}

function refersTo(a: DescribedSkill, b: DescribedSkill): boolean {
  // Without the plugin, as it is usually written.
  const name = b.identifier.slice(b.identifier.lastIndexOf(':') + 1);
  for (let at = a.text.indexOf(name); at >= 0 && name !== ''; at = a.text.indexOf(name, at + 1)) {
    const before = a.text[at - 1] ?? ' ';
    const after = a.text.slice(at + name.length, at + name.length + 2);
    if (/[\p{L}\p{N}_-]/u.test(before) || /^[-_]?[\p{L}\p{N}]/u.test(after)) continue;
    // A single word is a name only if it is marked as one.
    if (/[-_]/.test(name) || /[`/:'"]/.test(before)) return true;
  }
  return false;
}

/** The weight of each term: how specific it is, where it is, and whether it is repeated. */
function weigh(words: readonly DescriptionWord[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { term, start, isPairOfCharacters } of words) {
    const said = weights.get(term);
    const share = isPairOfCharacters ? weightOf.pairOfCharacters : 1;
    const base = (isDistinctive(term) ? weightOf.telling : weightOf.common) * share;
    if (said === undefined) weights.set(term, start < headLength ? base * weightOf.inHead : base);
    else if (said <= base * weightOf.inHead) weights.set(term, said * weightOf.repeated);
  }
  return weights;
}

function firstNamesOf(words: readonly DescriptionWord[]): readonly string[] {
  const names = words.slice(0, firstWords).filter(({ isName, term }) => isName && isDistinctive(term));
  return names.length > 0 ? names.map(({ term }) => term) : noNames;
}

function subjectsOf(words: readonly DescriptionWord[], name: readonly string[]): readonly string[] {
  const subjects = new Set<string>();
  const said = new Set<string>();
  for (const { term, isName } of words) {
    if (isDistinctive(term) && (isName || said.has(term) || name.includes(term))) subjects.add(term);
    said.add(term);
  }
  return [...subjects];
}

/** Most descriptions exclude nothing, and begin with no name. */
const none: ReadonlySet<string> = new Set();
const noNames: readonly string[] = [];

function excludedTerms(words: readonly DescriptionWord[]): ReadonlySet<string> {
  const excluded = words.filter(({ isExcluded }) => isExcluded);
  return excluded.length > 0 ? new Set(excluded.map(({ term }) => term)) : none;
}

function gistOf(words: readonly DescriptionWord[]): string | undefined {
  const terms = words.map(({ term }) => term);
  return new Set(terms).size < veryFewTerms ? terms.join(' ') : undefined;
}

function toUnitLength(weights: Map<string, number>): Map<string, number> {
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  const length = Math.sqrt(sum);
  for (const [term, weight] of weights) weights.set(term, weight / length);
  return weights;
}
