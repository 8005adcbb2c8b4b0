import { capabilities } from '../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../document/runtime-id.ts';
import { folderOf } from '../platform/paths.ts';
import { atOnce } from '../platform/work-turns.ts';
import type { Catalog, CatalogAgent, Listing, ListingChanges } from './catalog.ts';
import type { CatalogSkill, SkillSource, SourceError } from './catalog-skill.ts';
import type { ReadAgents } from './discover/agent-files.ts';
import type { Candidate } from './discover/candidate.ts';
import { crowdInSteps } from './file/crowded-listing.ts';
import { hasBundledSkills } from './listing/bundled-switches.ts';
import { listCatalog } from './listing/list-catalog.ts';
import { CandidateIndex } from './resolve/candidate-index.ts';
import { inListingOrder } from './resolve/listing-order.ts';
import type { Resolution } from './resolve/names-taken.ts';
import { resolveSkill } from './resolve/resolve-skill.ts';
import type { Session } from './session.ts';
import type { SessionSettings } from './settings/session-settings.ts';
import { CatalogDescriptions } from './similar/catalog-descriptions.ts';
import type { SimilarPair } from './similar/similar-descriptions.ts';

export interface CatalogParts {
  readonly session: Session;
  readonly settings: SessionSettings;
  /** Claude Code's record of its use, which determines the order in which texts are dropped. */
  readonly claudeCodeState: unknown;
  readonly candidates: Iterable<Candidate>;
  readonly agents: readonly CatalogAgent[];
  /** Errors from reading the agents. */
  readonly agentErrors: readonly SourceError[];
  readonly errors: readonly SourceError[];
}

/** A catalog that is updated as its files change: a change costs as much as the related skills. */
export class SessionCatalog implements Catalog {
  readonly runtime: RuntimeId;
  readonly session: Session;
  readonly folder: string;
  readonly settings: SessionSettings;
  readonly #parts: CatalogParts;
  readonly #index: CandidateIndex;
  readonly #resolution: Resolution;
  readonly #resolved = new Map<string, CatalogSkill>();
  #agents: readonly CatalogAgent[];
  #agentErrors: readonly SourceError[];
  #state = 0;
  #all: readonly CatalogSkill[] | undefined;
  #similar: CatalogDescriptions | undefined;
  /** The skills whose descriptions are not yet in {@link #similar}, last first. */
  #undescribed: string[] = [];
  #listing: Listing | undefined;
  #byPath: Map<string, string> | undefined;

  /** @param index of the candidates among the parts */
  private constructor(parts: CatalogParts, index: CandidateIndex) {
    const { session, settings } = parts;
    this.#parts = parts;
    this.runtime = session.runtime;
    this.session = session;
    this.folder = session.folder ?? session.environment.home ?? '/';
    this.settings = settings;
    this.#agents = parts.agents;
    this.#agentErrors = parts.agentErrors;
    this.#index = index;
    const { runtime, touchedFiles } = session;
    const textCap = settings.textCap ?? capabilities(runtime).listingTextCap ?? Infinity;
    this.#resolution = {
      index,
      settings,
      runtime,
      textCap,
      folder: this.folder,
      session,
      touchedFiles,
      hasBundledSkills: hasBundledSkills({ session, settings }),
    };
  }

  /** The catalog of these parts. It is made in small pieces. */
  static *of(parts: CatalogParts): Generator<void, SessionCatalog> {
    return new SessionCatalog(parts, yield* CandidateIndex.of(parts.session.runtime, parts.candidates));
  }

  skills(): readonly CatalogSkill[] {
    this.#all ??= this.#index.all().map((candidate) => this.#resolve(candidate));
    return this.#all;
  }

  get(id: string): CatalogSkill | undefined {
    const candidate = this.#index.get(id);
    return candidate && this.#resolve(candidate);
  }

  at(path: string): CatalogSkill | undefined {
    this.#byPath ??= placesOf(this.skills());
    for (let at = path; at.length > 1; at = folderOf(at)) {
      const id = this.#byPath.get(at);
      if (id !== undefined) return this.get(id);
    }
    return undefined;
  }

  named(name: string): readonly CatalogSkill[] {
    return this.#index.named(name).map((candidate) => this.#resolve(candidate));
  }

  agents(): readonly CatalogAgent[] {
    return this.#agents;
  }

  setAgents({ agents, errors }: ReadAgents): void {
    this.#agents = agents;
    this.#agentErrors = errors;
  }

  errors(): readonly SourceError[] {
    return [...this.#parts.errors, ...this.#agentErrors];
  }

  listing(changes?: ListingChanges): Listing {
    if (changes) return atOnce(this.listingInSteps(changes));
    this.#listing ??= atOnce(this.listingInSteps({}));
    return this.#listing;
  }

  listingInSteps(changes: ListingChanges): Generator<void, Listing> {
    const { session, settings, claudeCodeState } = this.#parts;
    return listCatalog(inListingOrder(this.skills(), session.runtime), { session, settings, claudeCodeState }, changes);
  }

  similarTo(id: string): readonly SimilarPair[] {
    return this.#descriptions().similarTo(id);
  }

  competitorsOf(id: string, limit: number): readonly SimilarPair[] {
    return this.#descriptions().competitorsOf(id, limit);
  }

  /** Changes whenever skills have changed. */
  get state(): number {
    return this.#state;
  }

  /**
   * Does in small pieces what the first questions about the skills and their listing would do at once, for thousands of
   * skills. Questions may be asked, and skills may change, between two of them: then it starts again with what is left.
   */
  *listingPreparation(): Generator<void> {
    while (!this.#listing) {
      for (const candidate of [...this.#index.all()]) {
        // It may have been removed, or read again, since.
        if (this.#index.get(candidate.id) === candidate && !this.#resolved.has(candidate.id)) {
          this.#resolve(candidate);
          yield;
        }
      }
      const listing = yield* this.#ofThisState(this.listingInSteps({}));
      this.#listing ??= listing;
    }
    this.#byPath ??= placesOf(this.skills());
    yield;
  }

  /** The same for all questions. */
  *preparation(): Generator<void> {
    let state: number;
    do {
      state = this.#state;
      yield* this.listingPreparation();
      yield* this.#ofThisState(crowdInSteps(this));
      yield* this.#describe();
    } while (state !== this.#state);
  }

  /** Work that ends when the skills change, without a result: that would be one of a state that is gone. */
  *#ofThisState<Result>(steps: Generator<void, Result>): Generator<void, Result | undefined> {
    const state = this.#state;
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      yield;
      if (this.#state !== state) return undefined;
    }
  }

  /** Every file that may be a skill, in the order of the listing. */
  candidates(): readonly Candidate[] {
    return this.#index.all();
  }

  /** The same session with other files and agents. It is not updated with this one. */
  with({ candidates, agents }: Pick<CatalogParts, 'candidates' | 'agents'>): SessionCatalog {
    return atOnce(SessionCatalog.of({ ...this.#parts, agentErrors: this.#agentErrors, candidates, agents }));
  }

  /** Everything known about the files of a source, or of one entry of its folder. */
  candidatesIn(source: SkillSource, entry: string | undefined): readonly Candidate[] {
    return this.#index.ofSource(source, entry);
  }

  /** The candidates that change with some others, or with files and folders: links to them, and what they link to. */
  linkedWith(candidates: readonly Candidate[], paths: readonly string[]): readonly Candidate[] {
    const sameFiles = candidates.flatMap(({ identity }) =>
      identity === undefined ? [] : this.#index.withFile(identity),
    );
    return [...sameFiles, ...paths.flatMap((path) => this.#index.linksInto(path))];
  }

  /** Adds a file that was read, for the first time or again. Returns the ids of the skills that changed. */
  set(candidate: Candidate): readonly string[] {
    return this.#changed(this.#index.set(candidate));
  }

  /** Removes a file. Returns the ids of the skills that changed. */
  delete(id: string): readonly string[] {
    return this.#changed(this.#index.delete(id));
  }

  #changed(touched: ReadonlySet<string>): readonly string[] {
    this.#state++;
    this.#all = undefined;
    this.#byPath = undefined;
    this.#listing = undefined;
    const changed: string[] = [];
    for (const id of touched) {
      const before = this.#resolved.get(id);
      this.#resolved.delete(id);
      const now = this.get(id);
      if (now && before && JSON.stringify(now) === JSON.stringify(before)) {
        this.#resolved.set(id, before);
        continue;
      }
      changed.push(id);
      this.#similar?.update(id, now);
    }
    return changed;
  }

  #resolve(candidate: Candidate): CatalogSkill {
    let skill = this.#resolved.get(candidate.id);
    if (!skill) {
      skill = resolveSkill(candidate, this.#resolution);
      this.#resolved.set(candidate.id, skill);
    }
    return skill;
  }

  /** Created on first use: most commands do not need it. */
  #descriptions(): CatalogDescriptions {
    for (const _ of this.#describe());
    return this.#similar!;
  }

  /** Several of these share what is left to do. */
  *#describe(): Generator<void> {
    if (!this.#similar) {
      this.#similar = new CatalogDescriptions();
      this.#undescribed = this.skills().map(({ id }) => id);
      this.#undescribed.reverse();
    }
    for (let id = this.#undescribed.pop(); id !== undefined; id = this.#undescribed.pop()) {
      this.#similar.update(id, this.get(id));
      yield;
    }
    yield* this.#similar.preparation();
  }
}

/** Skills by their files, and by their folders if they have one of their own. */
function placesOf(skills: readonly CatalogSkill[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const { id, path, folder, kind, source } of skills) {
    if (!places.has(path)) places.set(path, id);
    if (kind === 'skill' && folder !== source.folder && !places.has(folder)) places.set(folder, id);
  }
  return places;
}
