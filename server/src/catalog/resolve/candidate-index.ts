import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillSource } from '../catalog-skill.ts';
import type { Candidate } from '../discover/candidate.ts';
import { compareInListing, compareInPrecedence, sortedPlace } from '../discover/candidate-order.ts';

/**
 * The candidates of a session by all that makes them depend on each other, so that a change costs what the few
 * candidates around it cost, however many there are.
 */
export class CandidateIndex {
  readonly #runtime: RuntimeId;
  readonly #byId = new Map<string, Candidate>();
  readonly #byName = new Map<string, Candidate[]>();
  readonly #byAlias = new Map<string, Candidate[]>();
  readonly #byScopedName = new Map<string, Candidate[]>();
  readonly #byFallback = new Map<string, Candidate[]>();
  readonly #byIdentity = new Map<string, Candidate[]>();
  readonly #byEntry = new Map<string, Candidate[]>();
  /** In the order of the listing. */
  #ordered: Candidate[] = [];

  constructor(runtime: RuntimeId, candidates: Iterable<Candidate> = []) {
    this.#runtime = runtime;
    for (const candidate of candidates) {
      if (this.#byId.has(candidate.id)) continue;
      this.#group(candidate, insertInOrder);
      this.#ordered.push(candidate);
    }
    this.#ordered.sort(this.#compare);
  }

  get(id: string): Candidate | undefined {
    return this.#byId.get(id);
  }

  /** In the order of the listing. */
  all(): readonly Candidate[] {
    return this.#ordered;
  }

  /**
   * Those of a source.
   *
   * @param entry only those in this entry of the source's folder, which costs as much as there are
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

  /** Those that are the same file for the client, in the order in which it counts. */
  sameFile(candidate: Candidate): readonly Candidate[] {
    if (candidate.identity === undefined) return [candidate];
    return this.withFile(candidate.identity).filter((other) => isComparedWith(other, candidate));
  }

  /** Those with this identity, in the order of the listing. */
  withFile(identity: string): readonly Candidate[] {
    return this.#byIdentity.get(identity) ?? [];
  }

  /** Puts a candidate in, or in place of the one with its id. Answers with the ids that may look different now. */
  set(candidate: Candidate): ReadonlySet<string> {
    const touched = new Set<string>();
    const old = this.#byId.get(candidate.id);
    if (old) this.#remove(old, touched);
    this.#group(candidate, insertInOrder);
    this.#ordered.splice(sortedPlace(this.#ordered, candidate, this.#compare), 0, candidate);
    this.#touchAround(candidate, touched);
    return touched;
  }

  /** Takes a candidate out. Answers with the ids that may look different now, its own among them. */
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
   * The names, aliases and files of a candidate decide about those that share them, these about those that share
   * theirs, and so on. Hardly ever are that more than a few.
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
      // Skills of plugins depend on none that gives way to them.
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
      // Of one file reached in several ways the way counts that is listed first.
      [this.#byIdentity, candidate.identity, this.#compare],
      [this.#byEntry, entryKey(candidate.source, entryOf(candidate)), compareInPrecedence],
    ];
    for (const [groupsOfKind, key, compare] of groups) {
      if (key === undefined) continue;
      const group = groupsOfKind.get(key) ?? [];
      change(group, candidate, compare);
      if (group.length === 0) groupsOfKind.delete(key);
      else groupsOfKind.set(key, group);
    }
    this.#byId.set(candidate.id, candidate);
  }

  readonly #compare = (a: Candidate, b: Candidate): number => compareInListing(a, b, this.#runtime);
}

type Comparison = (a: Candidate, b: Candidate) => number;

type GroupChange = (group: Candidate[], candidate: Candidate, compare: Comparison) => void;

/** Skills and commands of a plugin are compared with their like in it only. */
function isComparedWith(a: Candidate, b: Candidate): boolean {
  if (a.source.plugin === undefined || b.source.plugin === undefined) return a.source.plugin === b.source.plugin;
  return a.source.owner === b.source.owner && a.kind === b.kind;
}

/** The other name that a skill asks for, with its plugin's and folder's; undefined where it asks for none. */
export function aliasOf({ facts, kind, source, baseName, name }: Candidate): string | undefined {
  const asked = facts?.name;
  if (asked === undefined || asked === baseName) return undefined;
  if (source.plugin === undefined) return asked;
  if (asked.startsWith(`${source.plugin}:`)) return asked === name ? undefined : asked;
  const folders = kind === 'command' ? baseName.split(':').slice(0, -1) : [];
  const alias = [source.plugin, ...folders, asked].join(':');
  return alias === name ? undefined : alias;
}

/** What a skill is called where its bare name is taken; undefined where there is no such name. */
export function scopedNameOf({ source, kind, name }: Candidate): string | undefined {
  return source.scope === undefined || kind !== 'skill' ? undefined : `${source.scope}:${name}`;
}

/** The name by which skills of plugins and the skills that give way to them find each other. */
function fallbackNameOf({ source, kind, name, baseName, facts }: Candidate): string | undefined {
  if (source.plugin !== undefined) return kind === 'skill' ? baseName : undefined;
  return facts?.givesWay ? name : undefined;
}

/** The entry of the source's folder in which a candidate stands. */
function entryOf({ source, path }: Candidate): string {
  return path.slice(source.folder.length + 1).split('/')[0]!;
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
