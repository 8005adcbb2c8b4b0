import type { DescribedSkill } from './described-skill.ts';

/*
 * Libraries for searching rank what has some words in common, by a likeness of their own. This finds all that reach a likeness that
 * is given, and no others, in less time than a comparison with each.
 */

/** Limits on the work per question if thousands of descriptions share their words. */
const maxLookedAt = 20_000;
const maxCompared = 400;

/** More than sums of weights can differ by the order in which they are added. */
const roundingError = 1e-9;

/**
 * Finds the skills whose descriptions reach a likeness. All terms have one order, rarest first. If the first term that
 * two descriptions have in common comes late in both, they are at most as alike as what is left of both from there on.
 * So a skill is listed only under the terms from which on enough of it is left, and a question only looks at those.
 */
export class DescriptionIndex {
  /** The places in lists that were looked at, and the pairs that were compared, until now. */
  readonly work = { lookedAt: 0, compared: 0 };
  readonly #min: number;
  /** Of a term that only one skill has ever had, that skill. Most terms are such, so there is nothing else of them. */
  readonly #terms = new Map<string, Term | Indexed>();
  readonly #holders = new Map<number, Holders>();
  readonly #indexed = new Map<DescribedSkill, Indexed>();
  readonly #sameText = new Map<string, SameText>();
  #unlisted: Indexed[] = [];
  #changesBeforeSorting = 0;
  #newest = 0;
  #questions = 0;

  /** @param min the likeness that is asked for */
  constructor(min: number) {
    this.#min = min - roundingError;
  }

  add(skill: DescribedSkill): void {
    const indexed: Indexed = { skill, vector: unlisted, question: 0 };
    this.#indexed.set(skill, indexed);
    for (const name of skill.weights.keys()) {
      const known = this.#terms.get(name);
      if (!known) this.#terms.set(name, indexed);
      else if (isShared(known)) known.count++;
      else {
        // Rarer than all that were sorted before.
        this.#terms.set(name, { count: 2, rank: --this.#newest });
        this.#listAgain(known);
      }
    }
    const same = this.#sameText.get(skill.letters);
    if (!same) this.#sameText.set(skill.letters, { skills: [skill], isSorted: true });
    else {
      same.skills.push(skill);
      same.isSorted = false;
    }
    this.#unlisted.push(indexed);
    this.#changesBeforeSorting--;
  }

  delete(skill: DescribedSkill): void {
    const indexed = this.#indexed.get(skill);
    if (!indexed) return;
    this.#indexed.delete(skill);
    if (indexed.vector === unlisted) this.#unlisted = this.#unlisted.filter((it) => it !== indexed);
    else this.#removeFromLists(indexed);
    for (const name of skill.weights.keys()) {
      const known = this.#terms.get(name)!;
      if (!isShared(known) || --known.count === 0) this.#terms.delete(name);
    }
    const same = this.#sameText.get(skill.letters)!;
    if (same.skills.length === 1) this.#sameText.delete(skill.letters);
    else same.skills = same.skills.filter((it) => it !== skill);
    this.#changesBeforeSorting--;
  }

  /** Does in small pieces what the first question would do at once. */
  *preparation(): Generator<void> {
    if (this.#changesBeforeSorting <= 0 && this.#indexed.size > 0) {
      this.#sortTerms();
      yield;
    }
    for (let next = this.#unlisted.pop(); next; next = this.#unlisted.pop()) {
      this.#list(next);
      yield;
    }
  }

  /**
   * The skills that may reach the likeness: all that do, unless there are more than are compared.
   *
   * @param enough so many skills with the same text are all that is asked for: none is more alike
   */
  candidates(
    skill: DescribedSkill,
    enough: number,
  ): { readonly candidates: DescribedSkill[]; readonly isComplete: boolean } {
    for (const _ of this.preparation());
    const own = this.#indexed.get(skill)!;
    own.question = ++this.#questions;
    const candidates: DescribedSkill[] = [];
    for (const other of this.#withSameText(skill)) {
      if (other === skill) continue;
      if (candidates.length === enough) return { candidates, isComplete: true };
      this.#indexed.get(other)!.question = own.question;
      candidates.push(other);
    }
    return { candidates, isComplete: this.#compareListed(own, candidates) };
  }

  #compareListed({ vector, question }: Indexed, candidates: DescribedSkill[]): boolean {
    const mayCompare = maxCompared - candidates.length;
    let lookedAt = 0;
    let compared = 0;
    for (let at = 0; at < vector.length && vector[at + 2]! >= this.#min; at += 3) {
      const { skills, places } = this.#holders.get(vector[at]!)!;
      for (let index = 0; index < skills.length && lookedAt < maxLookedAt && compared < mayCompare; index++) {
        lookedAt++;
        const other = skills[index]!;
        const place = places[index]!;
        if (other.question === question || vector[at + 2]! * other.vector[place + 2]! < this.#min) continue;
        other.question = question;
        compared++;
        if (canReach(this.#min, vector, at, other.vector, place)) candidates.push(other.skill);
      }
    }
    this.work.lookedAt += lookedAt;
    this.work.compared += compared;
    return lookedAt < maxLookedAt && compared < mayCompare;
  }

  /** The order is only about speed, so it is not renewed for each change. */
  #sortTerms(): void {
    const terms = [...this.#terms.values()].filter(isShared).sort((a, b) => a.count - b.count);
    for (const [rank, term] of terms.entries()) term.rank = rank;
    this.#newest = 0;
    this.#holders.clear();
    this.#unlisted = [...this.#indexed.values()].reverse();
    this.#changesBeforeSorting = this.#indexed.size;
  }

  #list(indexed: Indexed): void {
    indexed.vector = vectorOf(indexed.skill, this.#terms);
    for (const [rank, place] of this.#placesOf(indexed)) {
      const holders = this.#holders.get(rank);
      if (holders) addHolder(holders, indexed, place);
      else this.#holders.set(rank, { skills: [indexed], places: [place] });
    }
  }

  /** One of its terms is no longer its own. */
  #listAgain(indexed: Indexed): void {
    if (indexed.vector === unlisted) return;
    this.#removeFromLists(indexed);
    indexed.vector = unlisted;
    this.#unlisted.push(indexed);
  }

  #removeFromLists(indexed: Indexed): void {
    for (const [rank] of this.#placesOf(indexed)) {
      const { skills, places } = this.#holders.get(rank)!;
      const at = skills.indexOf(indexed);
      skills.splice(at, 1);
      places.splice(at, 1);
      if (skills.length === 0) this.#holders.delete(rank);
    }
  }

  *#placesOf({ vector }: Indexed): Generator<readonly [rank: number, place: number]> {
    for (let at = 0; at < vector.length && vector[at + 2]! >= this.#min; at += 3) yield [vector[at]!, at];
  }

  #withSameText({ letters }: DescribedSkill): readonly DescribedSkill[] {
    if (letters === '') return [];
    const same = this.#sameText.get(letters)!;
    if (!same.isSorted) same.skills.sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
    same.isSorted = true;
    return same.skills;
  }
}

/** A term that several skills have, or had. */
interface Term {
  /** How many skills have it. */
  count: number;
  /** Its place in the order of terms. */
  rank: number;
}

/** Skills with the same text, ignoring case, punctuation and spaces. */
interface SameText {
  skills: DescribedSkill[];
  /** By identifier: if there are more than are compared, always the same ones are. */
  isSorted: boolean;
}

/** The skills that are listed under a term, and where it is in their vectors. */
interface Holders {
  skills: Indexed[];
  places: number[];
}

interface Indexed {
  readonly skill: DescribedSkill;
  /** For each shared term, rarest first: its rank, its weight, and the length of what is left from this term on. */
  vector: readonly number[];
  /** The last question that met it. */
  question: number;
}

const unlisted: readonly number[] = [];

function isShared(known: Term | Indexed): known is Term {
  return 'count' in known;
}

/** Without the terms that no other skill has: they are rarer than all others, so that no two vectors meet before. */
function vectorOf({ weights }: DescribedSkill, terms: ReadonlyMap<string, Term | Indexed>): readonly number[] {
  const sorted: { readonly rank: number; readonly weight: number }[] = [];
  for (const [name, weight] of weights) {
    const known = terms.get(name)!;
    if (isShared(known)) sorted.push({ rank: known.rank, weight });
  }
  sorted.sort((a, b) => a.rank - b.rank);
  const vector = sorted.flatMap(({ rank, weight }) => [rank, weight, 0]);
  let sum = 0;
  for (let at = vector.length - 3; at >= 0; at -= 3) {
    sum += vector[at + 1]! ** 2;
    vector[at + 2] = Math.sqrt(sum);
  }
  return vector;
}

/** Whether two vectors that have nothing in common before these places are so alike; ends as soon as they cannot be. */
function canReach(min: number, a: readonly number[], fromA: number, b: readonly number[], fromB: number): boolean {
  let sum = 0;
  for (let atA = fromA, atB = fromB; atA < a.length && atB < b.length; ) {
    if (sum + a[atA + 2]! * b[atB + 2]! < min) return false;
    const difference = a[atA]! - b[atB]!;
    if (difference === 0) sum += a[atA + 1]! * b[atB + 1]!;
    if (difference <= 0) atA += 3;
    if (difference >= 0) atB += 3;
  }
  return sum >= min;
}

/** Up to this length, arrays are copied with no room to spare: most words are in few descriptions. */
const fewHolders = 12;

function addHolder(holders: Holders, skill: Indexed, place: number): void {
  if (holders.skills.length < fewHolders) {
    holders.skills = [...holders.skills, skill];
    holders.places = [...holders.places, place];
  } else {
    holders.skills.push(skill);
    holders.places.push(place);
  }
}
