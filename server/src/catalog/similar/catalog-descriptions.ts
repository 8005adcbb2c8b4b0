import type { CatalogSkill } from '../catalog-skill.ts';
import { SimilarDescriptions, type SimilarPair } from './similar-descriptions.ts';

/**
 * The descriptions that the model chooses between. They are compared under the names that the model sees; the results
 * here refer to ids.
 */
export class CatalogDescriptions {
  readonly #similar = new SimilarDescriptions();
  readonly #nameOf = new Map<string, string>();
  readonly #idOf = new Map<string, string>();

  /** Adds a skill, or updates one that changed or was removed. Only descriptions by the author are compared. */
  update(id: string, skill: CatalogSkill | undefined): void {
    const known = this.#nameOf.get(id);
    if (known !== undefined) {
      this.#similar.delete(known);
      this.#nameOf.delete(id);
      this.#idOf.delete(known);
    }
    if (!skill?.entry || skill.facts.description === undefined || this.#idOf.has(skill.name)) return;
    const { name, facts } = skill;
    this.#nameOf.set(id, name);
    this.#idOf.set(name, id);
    this.#similar.set(name, [facts.description, facts.whenToUse].filter((it) => it !== undefined).join(' - '));
  }

  /** Does in small pieces what the first question would do at once. */
  preparation(): Iterable<void> {
    return this.#similar.preparation();
  }

  /** Skills that are easily confused with this one; the pairs contain ids. */
  similarTo(id: string): readonly SimilarPair[] {
    const name = this.#nameOf.get(id);
    return name === undefined ? [] : this.#withIds(this.#similar.similarTo(name));
  }

  /** The nearest descriptions, similar or not; the pairs contain ids. */
  competitorsOf(id: string, limit: number): readonly SimilarPair[] {
    const name = this.#nameOf.get(id);
    return name === undefined ? [] : this.#withIds(this.#similar.competitorsOf(name, limit));
  }

  #withIds(pairs: readonly SimilarPair[]): SimilarPair[] {
    return pairs.map((pair) => ({
      first: this.#idOf.get(pair.first)!,
      second: this.#idOf.get(pair.second)!,
      similarity: pair.similarity,
      // Found when they are read.
      get sharedWords() {
        return pair.sharedWords;
      },
      get waysApart() {
        return pair.waysApart;
      },
      get named() {
        return pair.named;
      },
    }));
  }
}
