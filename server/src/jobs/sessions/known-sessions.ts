import { mapConcurrently } from '../../platform/map-concurrently.ts';
import type { FileState, LargeFiles } from '../../platform/piecewise-files.ts';
import { countedEvent } from './counted-event.ts';
import type { FoundTranscripts, SessionFiles } from './find-transcripts.ts';
import type { ListedSkill } from './listed-skills.ts';
import { type Reading, readSession, type Unread } from './read-session.ts';
import { isAgent } from './read-sessions.ts';
import { eventsOf, type SessionDigest, SessionRecorder } from './session-digest.ts';
import { SessionIndex } from './session-index.ts';

/** Files that are looked at at a time. */
const concurrency = 16;

/** Requests and entries of listings that are remembered, of all sessions together: some 100 MB. */
const maxRemembered = 1_500_000;

/** Listings that others may be equal to. */
const maxListings = 64;

/** A session that was read, and the state of its files then. */
interface KnownSession {
  readonly state: string;
  /** When its conversation was last written to, in milliseconds since 1970. */
  readonly modified: number;
  readonly digest: SessionDigest;
}

/** Digests of sessions, for a second look at them: it reads only those whose files have changed. */
export class KnownSessions {
  readonly #maxRemembered: number;
  #sessions = new Map<string, KnownSession>();
  /** Most sessions list the same skills as the one before. */
  #listings: (readonly ListedSkill[])[] = [];
  /** Older sessions exist that are not remembered, and so not counted. */
  hasMore = false;

  constructor(limit = maxRemembered) {
    this.#maxRemembered = limit;
  }

  /** The newest first, without agents that are next to their sessions. */
  get conversations(): readonly SessionDigest[] {
    return this.#digests().filter((digest) => !isAgent(digest));
  }

  /** The parts that could not be read of any of them. */
  get unread(): Unread {
    const all = this.#digests().map(({ unread }) => unread);
    return {
      broken: all.reduce((sum, { broken }) => sum + broken, 0),
      tooLong: all.reduce((sum, { tooLong }) => sum + tooLong, 0),
      files: all.flatMap(({ files }) => files),
    };
  }

  /**
   * Reads what is new. What was read before it is cancelled is not read again.
   *
   * @param progress called with the bytes that need not be read any more, and with all
   * @throws the reason of the signal, when reading is cancelled
   */
  async read(
    { sessions, hasMore }: FoundTranscripts,
    files: LargeFiles,
    signal: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<void> {
    const found = await mapConcurrently(sessions, concurrency, async (session) => {
      const states = await Promise.all(session.files.map(({ path }) => files.stateOf(path)));
      return { session, ...stateOf(states) };
    });
    found.sort(
      (one, other) => Number(isAgent(one.session)) - Number(isAgent(other.session)) || other.modified - one.modified,
    );
    const total = found.reduce((sum, { size }) => sum + size, 0);
    const before = this.#sessions;
    const read = new Map<string, KnownSession>();
    let done = 0;
    let remembered = 0;
    const advance = (bytes: number): void => {
      done += bytes;
      progress(done, total);
    };
    try {
      for (const { session, state, size, modified } of found) {
        signal.throwIfAborted();
        const key = session.files[0]!.path;
        const known = before.get(key);
        const start = done;
        const digest =
          known?.state === state ? known.digest : await this.#digest(session, { files, signal, progress: advance });
        remembered += digest.requests.length + digest.listings.skills.length;
        this.hasMore = hasMore || remembered > this.#maxRemembered;
        if (remembered > this.#maxRemembered) break;
        read.set(key, { state, modified, digest });
        advance(start + size - done);
      }
      this.#sessions = read;
    } catch (error) {
      this.#sessions = new Map([...before, ...read]);
      throw error;
    }
  }

  /**
   * Adds sessions up, in steps.
   *
   * @param project the folder name of a project; undefined for all
   * @param identify the identifier of a skill that is known by this name
   */
  *index(project: string | undefined, identify?: (name: string) => string): Generator<void, SessionIndex> {
    const index = new SessionIndex(identify);
    const digests = this.#digests().filter((digest) => project === undefined || digest.project === project);
    // As they are found: a session that continues another one is of a later time, and the reason of the last failure counts.
    for (const digest of [...digests.filter((it) => !isAgent(it)).reverse(), ...digests.filter(isAgent)]) {
      const { id, facts, agents } = digest;
      const number = index.session(isAgent(digest) ? (facts.sessionId ?? id) : id, digest.project);
      for (const event of eventsOf(digest)) index.add(number, event);
      index.dropped += digest.dropped;
      if (!isAgent(digest)) Object.assign(index.sessions[number]!, { facts, agents });
      yield;
    }
    return index;
  }

  forget(): void {
    this.#sessions = new Map();
    this.#listings = [];
    this.hasMore = false;
  }

  /** The newest first; agents that are next to their sessions last. */
  #digests(): readonly SessionDigest[] {
    return [...this.#sessions.values()].map(({ digest }) => digest);
  }

  async #digest(session: SessionFiles, reading: Reading): Promise<SessionDigest> {
    const recorder = new SessionRecorder();
    const unread: Unread = { broken: 0, tooLong: 0, files: [] };
    const facts = await readSession(
      session,
      reading,
      (event) => {
        const counted = countedEvent(event);
        if (counted) recorder.add(counted);
      },
      unread,
    );
    const digest = recorder.end(session, facts, unread);
    return { ...digest, listings: { ...digest.listings, skills: this.#shared(digest.listings.skills) } };
  }

  /** The same object for equal listings. */
  #shared(skills: readonly ListedSkill[]): readonly ListedSkill[] {
    const known = this.#listings.find((other) => isEqual(skills, other));
    if (known) return known;
    this.#listings = [skills, ...this.#listings.slice(0, maxListings - 1)];
    return skills;
  }
}

/** The states of the files of a session as one. */
function stateOf(states: readonly (FileState | undefined)[]) {
  return {
    state: states.map((state) => (state ? `${state.size} ${state.modified}` : '')).join('\n'),
    size: states.reduce((sum, state) => sum + (state?.size ?? 0), 0),
    modified: states[0]?.modified ?? 0,
  };
}

function isEqual(one: readonly ListedSkill[], other: readonly ListedSkill[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ name, as, characters }, index) => {
    const { name: otherName, as: otherAs, characters: otherCharacters } = other[index]!;
    return name === otherName && as === otherAs && characters === otherCharacters;
  });
}
