import { areDistinguished, type DescribedSkill, describeSkill, likeness } from './described-skill.ts';
import { findSharedWords, findWaysApart, type WayApart } from './ways-apart.ts';

/** A skill as the model sees it when it chooses. */
export interface Described {
  readonly identifier: string;
  /** Description and `when_to_use` as the model sees them, in full, before the cap. */
  readonly text: string;
}

export interface SimilarPair {
  /** The skill in question. */
  readonly first: string;
  readonly second: string;
  /** From 0, nothing in common, to 1, the same text. */
  readonly similarity: number;
  /** The words that both use, most specific first, as the first one writes them; at most 8. */
  readonly sharedWords: readonly string[];
  /** What would distinguish the two, best first. */
  readonly waysApart: readonly WayApart[];
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

/** Limits on the work per query if thousands of descriptions share their words. */
const maxLookedAt = 20_000;
const maxCompared = 400;

/** More than sums of weights can differ by the order in which they are added. */
const roundingError = 1e-9;

/**
 * Finds the skills of a set with similar descriptions. Descriptions are compared by their words: each is weighted by
 * how specific it is, forms of one word count as one, and what a skill says it is not for does not count. The
 * similarity of two depends on these two alone. A change costs work in proportion to the skill that changed, and
 * answers that it does not concern are kept.
 */
export class SimilarDescriptions {
  readonly #skills = new Map<string, Indexed>();
  readonly #holders = new Map<string, Holders>();
  #queries = 0;
  /** Answers of {@link similarTo}. */
  readonly #answers = new Map<string, readonly SimilarPair[]>();

  constructor(skills: Iterable<Described> = []) {
    for (const { identifier, text } of skills) this.set(identifier, text);
  }

  set(identifier: string, text: string): void {
    if (this.#skills.get(identifier)?.skill.text === text) return;
    this.delete(identifier);
    const skill = describeSkill(identifier, text);
    const indexed: Indexed = { skill, query: 0, likenessSoFar: 0 };
    this.#skills.set(identifier, indexed);
    this.#forgetAnswersAbout(skill);
    for (const [key] of keysOf(skill)) {
      const weight = skill.weights.get(key) ?? 0;
      const holders = this.#holders.get(key);
      if (holders) addHolder(holders, indexed, weight);
      else this.#holders.set(key, { skills: [indexed], weights: [weight] });
    }
  }

  delete(identifier: string): void {
    const indexed = this.#skills.get(identifier);
    if (!indexed) return;
    this.#skills.delete(identifier);
    this.#answers.delete(identifier);
    this.#forgetAnswersAbout(indexed.skill);
    for (const [key] of keysOf(indexed.skill)) {
      const holders = this.#holders.get(key);
      const at = holders ? holders.skills.indexOf(indexed) : -1;
      if (!holders || at < 0) continue;
      if (holders.skills.length === 1) this.#holders.delete(key);
      else {
        holders.skills.splice(at, 1);
        holders.weights.splice(at, 1);
      }
    }
  }

  /** The skills that are easily confused with this one, most similar first, at most 50. */
  similarTo(identifier: string): readonly SimilarPair[] {
    const known = this.#answers.get(identifier);
    if (known) return known;
    const { pairs, isComplete } = this.#nearest(identifier, AMBIGUITY_THRESHOLD, maxPairs);
    // Where others were left out, any change may decide which.
    if (isComplete) this.#answers.set(identifier, pairs);
    return pairs;
  }

  /** The most similar skills, however little they have in common, most similar first. */
  competitorsOf(identifier: string, limit: number): readonly SimilarPair[] {
    return this.#nearest(identifier, 0, limit).pairs;
  }

  #forgetAnswersAbout(skill: DescribedSkill): void {
    for (const identifier of this.#answers.keys()) {
      const other = this.#skills.get(identifier)?.skill;
      if (!other || likeness(other, skill) >= AMBIGUITY_THRESHOLD) this.#answers.delete(identifier);
    }
  }

  #nearest(identifier: string, min: number, limit: number): { pairs: readonly SimilarPair[]; isComplete: boolean } {
    const skill = this.#skills.get(identifier)?.skill;
    if (!skill) return { pairs: [], isComplete: false };
    const { candidates, isComplete } = this.#candidates(skill, min);
    const pairs = candidates
      .map((other) => ({ other, similarity: similarityOf(skill, other, min) }))
      .filter(({ similarity }) => similarity > 0 && similarity >= min)
      .sort((a, b) => b.similarity - a.similarity || (a.other.identifier < b.other.identifier ? -1 : 1))
      .slice(0, limit)
      .map(({ other, similarity }) => pairOf(skill, other, similarity));
    return { pairs, isComplete };
  }

  /**
   * The skills that can reach a similarity, found by the rarest words first: once the remaining words could not reach
   * it alone, neither can a skill that was not found yet. The remaining words only exclude those that were found.
   */
  #candidates(skill: DescribedSkill, min: number): { candidates: readonly DescribedSkill[]; isComplete: boolean } {
    const keys = [...keysOf(skill)]
      .map(([key, weight]) => ({ key, weight, holders: this.#holders.get(key) }))
      .sort((a, b) => (a.holders?.skills.length ?? 0) - (b.holders?.skills.length ?? 0));
    const query = ++this.#queries;
    let met: Indexed[] = [];
    let left = 1;
    let lookedAt = 0;
    let next = 0;
    for (; next < keys.length; next++) {
      const { weight, holders } = keys[next]!;
      if (Math.sqrt(Math.max(0, left)) < min || lookedAt >= maxLookedAt) break;
      const skills = holders?.skills ?? [];
      for (let at = 0; at < skills.length; at++) {
        if (++lookedAt > maxLookedAt) break;
        const other = skills[at]!;
        if (other.skill === skill) continue;
        if (other.query !== query) {
          other.query = query;
          other.likenessSoFar = 0;
          met.push(other);
        }
        other.likenessSoFar += weight * holders!.weights[at]!;
      }
      // Of a word that was not looked up to the end, anything may be left.
      if (lookedAt <= maxLookedAt) left -= weight * weight;
    }
    const isComplete = lookedAt < maxLookedAt && met.length <= maxCompared;
    if (met.length > maxCompared) met = met.sort((a, b) => b.likenessSoFar - a.likenessSoFar).slice(0, maxCompared);
    for (; next < keys.length && met.length > 0 && lookedAt < maxLookedAt; next++) {
      const { weight, holders } = keys[next]!;
      const skills = holders?.skills ?? [];
      lookedAt += skills.length;
      for (let at = 0; at < skills.length; at++) {
        const other = skills[at]!;
        if (other.query === query) other.likenessSoFar += weight * holders!.weights[at]!;
      }
      left -= weight * weight;
    }
    // The words that were not looked at can add no more than this, whatever the other skill says.
    const least = min - Math.sqrt(Math.max(0, left)) - roundingError;
    const candidates = met
      .filter((other) => other.likenessSoFar >= least || other.skill.letters === skill.letters)
      .map((other) => other.skill);
    return { candidates, isComplete };
  }
}

/** The skills that have a key, in the order in which they were added, and its weight in each: less memory than a map. */
interface Holders {
  skills: Indexed[];
  weights: number[];
}

/** Up to this length, arrays are copied with no room to spare: most words are in few descriptions. */
const fewHolders = 12;

function addHolder(holders: Holders, skill: Indexed, weight: number): void {
  if (holders.skills.length < fewHolders) {
    holders.skills = [...holders.skills, skill];
    holders.weights = [...holders.weights, weight];
  } else {
    holders.skills.push(skill);
    holders.weights.push(weight);
  }
}

/** A skill in the index, with scratch values of the query that met it last: creating a map per query would take longer. */
interface Indexed {
  readonly skill: DescribedSkill;
  query: number;
  likenessSoFar: number;
}

/** What the two have in common is only looked for when it is read: of a skill's pairs, most reports show the first. */
function pairOf(first: DescribedSkill, second: DescribedSkill, similarity: number): SimilarPair {
  let sharedWords: readonly string[] | undefined;
  let waysApart: readonly WayApart[] | undefined;
  return {
    first: first.identifier,
    second: second.identifier,
    similarity,
    get sharedWords() {
      sharedWords ??= findSharedWords(first, second, maxSharedWords);
      return sharedWords;
    },
    get waysApart() {
      waysApart ??= findWaysApart(first, second);
      return waysApart;
    },
  };
}

/** @param min below it, the exact value does not matter */
function similarityOf(a: DescribedSkill, b: DescribedSkill, min: number): number {
  const likenessOfBoth = likeness(a, b);
  return likenessOfBoth >= min && areDistinguished(a, b) ? likenessOfBoth * distinguishedFactor : likenessOfBoth;
}

/** The keys under which a skill is found: its terms, or its whole text if none of its words is specific. */
function keysOf({ weights, letters }: DescribedSkill): Iterable<readonly [key: string, weight: number]> {
  return weights.size > 0 || letters === '' ? weights : [[letters, 1]];
}
