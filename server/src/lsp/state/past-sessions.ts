import { configFolder, type Session } from '../../catalog/session.ts';
import { projectSlug } from '../../catalog/settings/claude-code-state.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { type FoundTranscripts, findTranscripts, type SessionFiles } from '../../jobs/sessions/find-transcripts.ts';
import { KnownSessions } from '../../jobs/sessions/known-sessions.ts';
import { type UseInFolder, type UseOfSkill, useInSessions, useOfSkill } from '../../jobs/sessions/past-use.ts';
import { skillNames } from '../../jobs/sessions/skill-names.ts';
import type { Platform } from '../../platform/platform.ts';
import { isVirtualPath } from '../../platform/virtual-path.ts';
import { inTurns } from '../../platform/work-turns.ts';
import { shortTurns } from '../short-turns.ts';
import type { Catalogs } from './catalogs.ts';
import type { ResourceSettings } from './settings.ts';
import type { WorkspaceTrust } from './workspace-trust.ts';

interface PastSessionsDependencies {
  readonly platform: Pick<Platform, 'files' | 'largeFiles'>;
  readonly catalogs: Pick<Catalogs, 'sessions'>;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly trust: Pick<WorkspaceTrust, 'isGranted'>;
}

/** Who is told about reading. */
export interface PastSessionsListener {
  /** Bytes. */
  progressed(done: number, total: number): void;
  /** Other sessions are known than before. */
  changed(): void;
}

/** A reading in progress, which ends when nobody waits for it any more. */
interface SharedReading {
  readonly done: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/** The transcripts of past sessions, in memory only. They are read when somebody asks, and again only where they have changed. */
export class PastSessions {
  readonly #dependencies: PastSessionsDependencies;
  readonly #listener: PastSessionsListener;
  readonly #known = new KnownSessions();
  #uses: ReadonlyMap<string, UseInFolder> = new Map();
  #reading: SharedReading | undefined;

  constructor(dependencies: PastSessionsDependencies, listener: PastSessionsListener) {
    this.#dependencies = dependencies;
    this.#listener = listener;
  }

  /** Whether the user allows it, in a trusted workspace on a machine. Otherwise what was read is forgotten. */
  async mayBeRead(): Promise<boolean> {
    const { platform, catalogs, settings, trust } = this.#dependencies;
    const [first] = trust.isGranted && platform.largeFiles ? await catalogs.sessions() : [];
    const isHere = first !== undefined && !isVirtualPath(first.session.folder ?? '');
    const mayBeRead = isHere && (await settings.of(first.info.uri)).readsPastSessions;
    if (!mayBeRead) this.#forget();
    return mayBeRead;
  }

  /** Whether anything was read. */
  get isKnown(): boolean {
    return this.#uses.size > 0 || this.#reading !== undefined;
  }

  /** Those that were read. */
  get known(): Pick<KnownSessions, 'conversations' | 'unread' | 'hasMore'> {
    return this.#known;
  }

  /**
   * Reads what is new. Several who ask share one reading.
   *
   * @throws the reason of the signal, when it is aborted
   */
  async read(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const current = this.#reading;
    const reading = current && !current.controller.signal.aborted ? current : this.#start(current);
    reading.waiting++;
    const leave = (): void => {
      reading.waiting--;
      if (reading.waiting === 0) reading.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([reading.done, whenAborted(signal)]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** The use of skills in a folder, as far as it is known; undefined before anything was read. */
  useIn({ info }: Pick<ShownSession, 'info'>): UseInFolder | undefined {
    return this.#uses.get(info.uri);
  }

  /** The use of a skill, as far as it is known; undefined if there is no such skill. */
  useOf(served: ShownSession, id: string): UseOfSkill | undefined {
    const use = this.useIn(served);
    const skill = use && served.catalog.get(id);
    return skill && useOfSkill(skill, use);
  }

  /** The files of a session; undefined if there is none of this ID. */
  async find(id: string): Promise<SessionFiles | undefined> {
    return (await this.#found()).sessions.find((it) => it.id === id);
  }

  #forget(): void {
    this.#reading?.controller.abort();
    this.#known.forget();
    if (this.#uses.size === 0) return;
    this.#uses = new Map();
    this.#listener.changed();
  }

  /** @param before what was cancelled, but may not have ended yet */
  #start(before: SharedReading | undefined): SharedReading {
    const controller = new AbortController();
    const ended = Promise.resolve(before?.done).catch(() => undefined);
    const done = ended.then(() => this.#readNew(controller.signal));
    const reading: SharedReading = { done, controller, waiting: 0 };
    this.#reading = reading;
    void reading.done
      .catch(() => undefined)
      .finally(() => {
        if (this.#reading === reading) this.#reading = undefined;
      });
    return reading;
  }

  async #readNew(signal: AbortSignal): Promise<void> {
    const { platform, catalogs } = this.#dependencies;
    const found = await this.#found();
    if (!platform.largeFiles) return;
    await this.#known.read(found, platform.largeFiles, signal, (done, total) => this.#listener.progressed(done, total));
    const uses = new Map<string, UseInFolder>();
    for (const { info, session, catalog } of await catalogs.sessions()) {
      const { names, identify } = skillNames(catalog);
      const project = slugOf(session);
      const everywhere = await inTurns(this.#known.index(undefined, identify), shortTurns());
      const here = await inTurns(this.#known.index(project ?? '', identify), shortTurns());
      uses.set(info.uri, {
        everywhere: useInSessions(everywhere, names, project),
        here: useInSessions(here, names, project),
      });
    }
    signal.throwIfAborted();
    this.#uses = uses;
    this.#listener.changed();
  }

  async #found(): Promise<FoundTranscripts> {
    const { platform, catalogs } = this.#dependencies;
    const [first] = await catalogs.sessions();
    const configuration = first && configFolder(first.session);
    if (configuration === undefined) return { sessions: [], hasMore: false };
    return findTranscripts(`${configuration}/projects`, undefined, platform.files);
  }
}

/** The folder name of the project in which a session starts. */
export function slugOf({ folder }: Pick<Session, 'folder'>): string | undefined {
  return folder === undefined ? undefined : projectSlug(folder);
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
