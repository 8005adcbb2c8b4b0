import type { RuntimeId } from '../document/runtime-id.ts';
import type { CatalogSkill, SourceError } from './catalog-skill.ts';
import type { ListingBudget } from './listing/listing-budget.ts';
import type { Session } from './session.ts';
import type { SessionSettings } from './settings/session-settings.ts';
import type { SimilarPair } from './similar/similar-descriptions.ts';

/** An agent file that names skills to preload. */
export interface CatalogAgent {
  readonly name: string;
  readonly path: string;
  readonly skills: readonly string[];
}

/** Hypothetical changes. */
export interface ListingChanges {
  /** Tokens. */
  readonly contextWindow?: number;
  /** Columns, in old releases UTF-16 units. */
  readonly budget?: number;
  readonly model?: string;
  /** Ids of skills to leave out. */
  readonly without?: ReadonlySet<string>;
  /** Ids of skills whose texts are shortened, and to how many UTF-16 units. */
  readonly shortened?: { readonly skills: ReadonlySet<string>; readonly length: number };
}

/** One line of the listing and its skill. */
export interface ListedSkill {
  /** Undefined for Claude Code's own skills. */
  readonly skill: CatalogSkill | undefined;
  readonly name: string;
  /** As Claude Code sends it; undefined for a skill of which nothing is shown, or whose text is not known. */
  readonly line: string | undefined;
  readonly state: 'full' | 'name-only' | 'hidden';
  /** Its size now, in the unit of the budget. */
  readonly chars: number;
  /** Its size in full. */
  readonly full: number;
  /** By how much it did not fit in its turn; undefined unless the budget is the cause. */
  readonly missing: number | undefined;
}

/** The listing of a session. */
export interface Listing {
  readonly budget: ListingBudget;
  readonly used: number;
  readonly wanted: number;
  readonly entries: readonly ListedSkill[];
  /** The lines of the catalog's skills, as Claude Code sends them. */
  readonly text: string;
  /** Why it is an estimate; empty if every number is exact. */
  readonly estimatedBecause: readonly string[];
}

/** Every skill of a session, resolved: which are loaded, which are hidden, and why. */
export interface Catalog {
  readonly runtime: RuntimeId;
  readonly session: Session;
  /** The session's folder, or the user's home. */
  readonly folder: string;
  readonly settings: SessionSettings;
  /** In the order of the listing; skills that are not loaded are where they would be. */
  skills(): readonly CatalogSkill[];
  get(id: string): CatalogSkill | undefined;
  /** The skill in this file, or whose folder holds it. */
  at(path: string): CatalogSkill | undefined;
  /** All skills of one name, the loaded one first. */
  named(name: string): readonly CatalogSkill[];
  agents(): readonly CatalogAgent[];
  errors(): readonly SourceError[];
  listing(changes?: ListingChanges): Listing;
  /** The listing with changes, made in small pieces. */
  listingInSteps(changes: ListingChanges): Generator<void, Listing>;
  /** Skills that are easily confused with this one: descriptions above the threshold. */
  similarTo(id: string): readonly SimilarPair[];
  /** The nearest descriptions, above the threshold or not. */
  competitorsOf(id: string, limit: number): readonly SimilarPair[];
}
