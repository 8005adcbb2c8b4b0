import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { firstPart, isWithin, relativeTo } from '../../platform/paths.ts';
import { sortInSteps } from '../../platform/sort-in-steps.ts';
import type { SkillSource } from '../catalog-skill.ts';
import type { Candidate } from '../discover/candidate.ts';
import { compareInListing, compareInPrecedence, sortedPlace } from '../discover/candidate-order.ts';

/**
 * The candidates of a session, indexed by everything that makes them depend on each other, so that a change costs as
 * much as the few related candidates, however many there are in all.
 */
export class CandidateIndex {
  readonly #runtime: RuntimeId;
  readonly #byId = new Map<string, Candidate>();
  readonly #byName = new Map<string, Candidate[]>();
  readonly #byAlias = new Map<string, Candidate[]>();
  readonly #byScopedName = new Map<string, Candidate[]>();
  readonly #byFallback = new Map<string, Candidate[]>();
  readonly #byIdentity = new Map<string, Candidate[]>();
  /** Links, by the path of the file they lead to. */
  readonly #byTarget = new Map<string, Candidate[]>();
  readonly #byEntry = new Map<string, Candidate[]>();
  /** In the order of the listing. */
  #ordered: Candidate[] = [];

  private constructor(runtime: RuntimeId) {
    this.#runtime = runtime;
  }

  /** The index of candidates, of which the first with an id counts. It is made in small pieces. */
  static *of(runtime: RuntimeId, candidates: Iterable<Candidate>): Generator<void, CandidateIndex> {
    const index = new CandidateIndex(runtime);
    const ordered: Candidate[] = [];
    for (const candidate of candidates) {
      if (index.#byId.has(candidate.id)) continue;
      index.#group(candidate, insertInOrder);
      ordered.push(candidate);
      yield;
    }
    index.#ordered = yield* sortInSteps(ordered, index.#compare);
    return index;
  }

  get(id: string): Candidate | undefined {
    return this.#byId.get(id);
  }

  /** In the order of the listing. */
  all(): readonly Candidate[] {
    return this.#ordered;
  }

  /**
   * The candidates of a source.
   *
   * @param entry only those in this entry of the source's folder; costs time in proportion to their number
   */
  ofSource(source: SkillSource, entry: string | undefined): readonly Candidate[] {
    if (entry !== undefined) return this.#byEntry.get(entryKey(source, entry)) ?? [];
    return this.#ordered.filter((candidate) => candidate.source.id === source.id);
  }

  /** Those with a name, in the order in which they take it. */
  named(name: string): readonly Candidate[] {
    return this.#byName.get(name) ?? [];
  }

  /** Those whose alias is this, in the order in which they take it. */
  withAlias(alias: string): readonly Candidate[] {
    return this.#byAlias.get(alias) ?? [];
  }

  /** Those whose name together with their folder is this, in the order in which they take it. */
  withScopedName(name: string): readonly Candidate[] {
    return this.#byScopedName.get(name) ?? [];
  }

  /** The skills of plugins whose name without the plugin's is this, in the order in which they count. */
  inPluginsAs(name: string): readonly Candidate[] {
    return (this.#byFallback.get(name) ?? []).filter(({ source }) => source.plugin !== undefined);
  }

  /** Those that Claude Code considers the same file, in the order in which it counts them. */
  sameFile(candidate: Candidate): readonly Candidate[] {
    if (candidate.identity === undefined) return [candidate];
    return this.withFile(candidate.identity).filter((other) => isComparedWith(other, candidate, this.#runtime));
  }

  /** Those with this identity, in the order of the listing. */
  withFile(identity: string): readonly Candidate[] {
    return this.#byIdentity.get(identity) ?? [];
  }

  /** Links to a file, or into a folder. Costs time in proportion to the number of all links. */
  linksInto(path: string): readonly Candidate[] {
    return [...this.#byTarget].flatMap(([target, links]) => (isWithin(target, path) ? links : []));
  }

  /**
   * Adds a candidate, or replaces the one with its id. Returns the ids of the candidates that may resolve differently
   * now.
   */
  set(candidate: Candidate): ReadonlySet<string> {
    const touched = new Set<string>();
    const old = this.#byId.get(candidate.id);
    if (old) this.#remove(old, touched);
    this.#group(candidate, insertInOrder);
    this.#ordered.splice(sortedPlace(this.#ordered, candidate, this.#compare), 0, candidate);
    this.#touchAround(candidate, touched);
    return touched;
  }

  /** Removes a candidate. Returns the ids of the candidates that may resolve differently now, including its own. */
  delete(id: string): ReadonlySet<string> {
    const touched = new Set<string>();
    const old = this.#byId.get(id);
    if (old) this.#remove(old, touched);
    return touched;
  }

  #remove(candidate: Candidate, touched: Set<string>): void {
    this.#touchAround(candidate, touched);
    this.#group(candidate, removeFrom);
    const place = sortedPlace(this.#ordered, candidate, this.#compare);
    this.#ordered.splice(this.#ordered.indexOf(candidate, place), 1);
    this.#byId.delete(candidate.id);
  }

  /**
   * The names, aliases and files of a candidate affect those that share them, these affect those that share theirs, and
   * so on. There are rarely more than a few.
   */
  #touchAround(candidate: Candidate, touched: Set<string>): void {
    const met = new Set([candidate]);
    for (const it of met) {
      touched.add(it.id);
      const names = [it.name, aliasOf(it), scopedNameOf(it)].filter((name) => name !== undefined);
      for (const name of names) {
        for (const other of [...this.named(name), ...this.withAlias(name), ...this.withScopedName(name)])
          met.add(other);
      }
      // A plugin's skill does not depend on those that give way to it.
      for (const other of this.#byFallback.get(fallbackNameOf(it) ?? '') ?? []) {
        if (other.facts?.givesWay) met.add(other);
      }
      if (it.identity !== undefined) for (const other of this.withFile(it.identity)) met.add(other);
    }
  }

  #group(candidate: Candidate, change: GroupChange): void {
    const groups: (readonly [Map<string, Candidate[]>, string | undefined, Comparison])[] = [
      [this.#byName, candidate.name, compareInPrecedence],
      [this.#byAlias, aliasOf(candidate), compareInPrecedence],
      [this.#byScopedName, scopedNameOf(candidate), compareInPrecedence],
      [this.#byFallback, fallbackNameOf(candidate), compareInPrecedence],
      // Of one file reached by several paths, the path that is listed first counts.
      [this.#byIdentity, candidate.identity, this.#compare],
      [this.#byTarget, targetOf(candidate, this.#runtime), this.#compare],
      [this.#byEntry, entryKey(candidate.source, entryOf(candidate)), compareInPrecedence],
    ];
    for (const [groupsOfKind, key, compare] of groups) {
      if (key === undefined) continue;
      const group = groupsOfKind.get(key);
      // An array that grows has room for more: most groups have one candidate.
      if (!group) groupsOfKind.set(key, [candidate]);
      else change(group, candidate, compare);
      if (group?.length === 0) groupsOfKind.delete(key);
    }
    this.#byId.set(candidate.id, candidate);
  }

  readonly #compare = (a: Candidate, b: Candidate): number => compareInListing(a, b, this.#runtime);
}

type Comparison = (a: Candidate, b: Candidate) => number;

type GroupChange = (group: Candidate[], candidate: Candidate, compare: Comparison) => void;

/**
 * Commands of a plugin are compared only with others of the same plugin; its skills also with those of other plugins and of
 * the user, but not with those of projects and organizations. Recorded as `own-plugin-links-*`.
 */
function isComparedWith(a: Candidate, b: Candidate, runtime: RuntimeId): boolean {
  const [one, other] = [a.source, b.source];
  if (one.plugin === undefined && other.plugin === undefined) return true;
  if (a.kind !== b.kind) return false;
  if (one.plugin !== undefined && other.plugin !== undefined && one.owner === other.owner) return true;
  if (!capabilities(runtime).comparesSkillsOfPlugins || a.kind !== 'skill') return false;
  return [one, other].every(({ plugin, tier }) => plugin !== undefined || tier === 'user');
}

/** The other name that a skill asks for, with its plugin's and folder's; undefined if it asks for none. */
export function aliasOf({ facts, kind, source, baseName, name }: Candidate): string | undefined {
  const asked = facts?.name;
  if (asked === undefined || asked === baseName) return undefined;
  if (source.plugin === undefined) return asked;
  if (asked.startsWith(`${source.plugin}:`)) return asked === name ? undefined : asked;
  const folders = kind === 'command' ? baseName.split(':').slice(0, -1) : [];
  const alias = [source.plugin, ...folders, asked].join(':');
  return alias === name ? undefined : alias;
}

/** The name of a skill whose bare name is taken; undefined if there is no such name. */
export function scopedNameOf({ source, kind, name }: Candidate): string | undefined {
  return source.scope === undefined || kind !== 'skill' ? undefined : `${source.scope}:${name}`;
}

/** Where a link leads; undefined for what is not a link, and in releases that do not compare paths. */
function targetOf({ path, identity }: Candidate, runtime: RuntimeId): string | undefined {
  return identity !== path && capabilities(runtime).fileIdentity === 'real-path' ? identity : undefined;
}

/** The name that links skills of plugins and the skills that give way to them. */
function fallbackNameOf({ source, kind, name, baseName, facts }: Candidate): string | undefined {
  if (source.plugin !== undefined) return kind === 'skill' ? baseName : undefined;
  return facts?.givesWay ? name : undefined;
}

/** The entry of the source's folder that holds a candidate. */
function entryOf({ source, path }: Candidate): string {
  return firstPart(relativeTo(path, source.folder));
}

function entryKey({ id }: SkillSource, entry: string): string {
  return `${id}/${entry}`;
}

function insertInOrder(group: Candidate[], candidate: Candidate, compare: Comparison): void {
  group.splice(sortedPlace(group, candidate, compare), 0, candidate);
}

function removeFrom(group: Candidate[], candidate: Candidate): void {
  group.splice(group.indexOf(candidate), 1);
}
