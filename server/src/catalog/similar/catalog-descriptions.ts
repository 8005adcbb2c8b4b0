import type { CatalogSkill } from '../catalog-skill.ts';
import { SimilarDescriptions, type SimilarPair } from './similar-descriptions.ts';

/**
 * The descriptions that the model chooses between. They are compared under the names that the model sees; the results
 * here refer to ids.
 */
export class CatalogDescriptions {
  readonly #similar = new SimilarDescriptions();
  readonly #nameOf = new Map<string, string>();
  readonly #names = new Set<string>();

  /** Adds a skill, or updates one that changed or was removed. Only descriptions by the author are compared. */
  update(id: string, skill: CatalogSkill | undefined): void {
    const known = this.#nameOf.get(id);
    if (known !== undefined) {
      this.#similar.delete(known);
      this.#nameOf.delete(id);
      this.#names.delete(known);
    }
    if (!skill?.entry || skill.facts.description === undefined || this.#names.has(skill.name)) return;
    const { name, facts } = skill;
    this.#nameOf.set(id, name);
    this.#names.add(name);
    const text = [facts.description, facts.whenToUse].filter((it) => it !== undefined).join(' - ');
    this.#similar.set(name, text, id);
  }

  /** Does in small pieces what the first question would do at once. */
  preparation(): Iterable<void> {
    return this.#similar.preparation();
  }

  /** Skills that are easily confused with this one; the pairs contain ids. */
  similarTo(id: string): readonly SimilarPair[] {
    const name = this.#nameOf.get(id);
    return name === undefined ? [] : this.#similar.similarTo(name);
  }

  /** The nearest descriptions, similar or not; the pairs contain ids. */
  competitorsOf(id: string, limit: number): readonly SimilarPair[] {
    const name = this.#nameOf.get(id);
    return name === undefined ? [] : this.#similar.competitorsOf(name, limit);
  }
}
