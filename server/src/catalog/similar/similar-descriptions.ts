import { areDistinguished, type DescribedSkill, describeSkill, likeness } from './described-skill.ts';
import { DescriptionIndex } from './description-index.ts';
import { findSharedWords, findWaysApart, namedOne, type WayApart } from './ways-apart.ts';

/** A skill as the model sees it when it chooses. */
export interface Described {
  /** The name that the model sees. */
  readonly identifier: string;
  /** Description and `when_to_use` as the model sees them, in full, before the cap. */
  readonly text: string;
}

export interface SimilarPair {
  /** The id of the skill in question. */
  readonly first: string;
  readonly second: string;
  /** From 0, nothing in common, to 1, the same text. */
  readonly similarity: number;
  /** The words that both use, most specific first, as the first one writes them; at most 8. */
  readonly sharedWords: readonly string[];
  /** The words that would distinguish the two, best first. */
  readonly waysApart: readonly WayApart[];
  /** The one that begins with a name, such as that of a product, if only the other has to say what it is for. */
  readonly named: 'first' | 'second' | undefined;
}

/**
 * From this similarity on, two descriptions are easily confused. Chosen by reading the most similar pairs of public
 * skills: above it, people confuse nearly every pair; a little below it, pairs appear that only concern the same
 * product.
 */
export const AMBIGUITY_THRESHOLD = 0.55;

/** The similarity left to two descriptions that clearly distinguish their skills: never enough to be ambiguous. */
const distinguishedFactor = 0.5;

const maxSharedWords = 8;

/** More similar skills than anybody reads. */
const maxPairs = 50;

/** Answers that are kept: each may have many pairs. */
const maxAnswers = 1_000;

/**
 * Finds the skills of a set with similar descriptions. Descriptions are compared by their words: each is weighted by
 * how specific it is, forms of one word count as one, and what a skill says it is not for does not count. The
 * similarity of two depends on these two alone. A change costs work in proportion to the skill that changed, and
 * answers that it does not concern are kept.
 */
export class SimilarDescriptions {
  readonly #skills = new Map<string, DescribedSkill>();
  readonly #index = new DescriptionIndex(AMBIGUITY_THRESHOLD);
  /** Answers of {@link similarTo}. */
  readonly #answers = new Map<string, readonly SimilarPair[]>();

  constructor(skills: Iterable<Described> = []) {
    for (const { identifier, text } of skills) this.set(identifier, text);
  }

  /** The work for all questions until now. */
  get work(): DescriptionIndex['work'] {
    return this.#index.work;
  }

  /** @param id what pairs refer to */
  set(identifier: string, text: string, id = identifier): void {
    const known = this.#skills.get(identifier);
    if (known?.text === text && known.id === id) return;
    this.delete(identifier);
    const skill = describeSkill(identifier, text, id);
    this.#skills.set(identifier, skill);
    this.#index.add(skill);
    this.#forgetAnswersAbout(skill);
  }

  delete(identifier: string): void {
    const skill = this.#skills.get(identifier);
    if (!skill) return;
    this.#skills.delete(identifier);
    this.#index.delete(skill);
    this.#answers.delete(identifier);
    this.#forgetAnswersAbout(skill);
  }

  /** Does in small pieces what the first question would do at once. */
  preparation(): Iterable<void> {
    return this.#index.preparation();
  }

  /** The skills that are easily confused with this one, most similar first, at most 50. */
  similarTo(identifier: string): readonly SimilarPair[] {
    const known = this.#answers.get(identifier);
    if (known) return known;
    const skill = this.#skills.get(identifier);
    if (!skill) return [];
    const { candidates, isComplete } = this.#index.candidates(skill, maxPairs);
    const pairs = mostSimilar(skill, candidates, AMBIGUITY_THRESHOLD, maxPairs);
    // Where others were left out, any change may decide which.
    if (isComplete) this.#keep(identifier, pairs);
    return pairs;
  }

  /** The most similar skills, however little they have in common, most similar first. */
  competitorsOf(identifier: string, limit: number): readonly SimilarPair[] {
    const skill = this.#skills.get(identifier);
    return skill ? mostSimilar(skill, this.#skills.values(), 0, limit) : [];
  }

  #keep(identifier: string, pairs: readonly SimilarPair[]): void {
    this.#answers.set(identifier, pairs);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxAnswers) this.#answers.delete(oldest!);
  }

  #forgetAnswersAbout(skill: DescribedSkill): void {
    for (const identifier of this.#answers.keys()) {
      const other = this.#skills.get(identifier);
      if (!other || likeness(other, skill) >= AMBIGUITY_THRESHOLD) this.#answers.delete(identifier);
    }
  }
}

/** The pairs of a skill with others, most similar first. Whether a pair is distinguished is only asked until there are enough. */
function mostSimilar(
  skill: DescribedSkill,
  others: Iterable<DescribedSkill>,
  min: number,
  limit: number,
): readonly SimilarPair[] {
  const alike: Likened[] = [];
  for (const other of others) {
    if (other === skill) continue;
    const similarity = likeness(skill, other);
    if (similarity > 0 && similarity >= min) alike.push({ other, similarity });
  }
  const found: Likened[] = [];
  let undistinguished = 0;
  for (const { other, similarity } of alike.sort(inOrder)) {
    if (undistinguished === limit) break;
    const isDistinguished = areDistinguished(skill, other);
    if (!isDistinguished) undistinguished++;
    const left = isDistinguished ? similarity * distinguishedFactor : similarity;
    if (left >= min) found.push({ other, similarity: left });
  }
  return found
    .sort(inOrder)
    .slice(0, limit)
    .map(({ other, similarity }) => new ReadOnDemand(skill, other, similarity));
}

interface Likened {
  readonly other: DescribedSkill;
  readonly similarity: number;
}

function inOrder(a: Likened, b: Likened): number {
  return b.similarity - a.similarity || (a.other.identifier < b.other.identifier ? -1 : 1);
}

/** What the two share and what tells them apart is only looked for when it is read, and then both: of a skill's pairs, most reports show the first. */
class ReadOnDemand implements SimilarPair {
  readonly first: string;
  readonly second: string;
  readonly similarity: number;
  readonly #first: DescribedSkill;
  readonly #second: DescribedSkill;
  #details: Pick<SimilarPair, 'sharedWords' | 'waysApart'> | undefined;

  constructor(first: DescribedSkill, second: DescribedSkill, similarity: number) {
    this.first = first.id;
    this.second = second.id;
    this.similarity = similarity;
    this.#first = first;
    this.#second = second;
  }

  get sharedWords(): readonly string[] {
    return this.#read().sharedWords;
  }

  get waysApart(): readonly WayApart[] {
    return this.#read().waysApart;
  }

  get named(): 'first' | 'second' | undefined {
    return namedOne(this.#first, this.#second);
  }

  #read(): Pick<SimilarPair, 'sharedWords' | 'waysApart'> {
    this.#details ??= {
      sharedWords: findSharedWords(this.#first, this.#second, maxSharedWords),
      waysApart: findWaysApart(this.#first, this.#second),
    };
    return this.#details;
  }
}
