import { URI } from 'vscode-uri';
import type { SourceError } from '../../catalog/catalog-skill.ts';
import { readAgents } from '../../catalog/discover/agent-files.ts';
import { type CatalogLocation, catalogLocation } from '../../catalog/file/catalog-location.ts';
import { sessionOfFile } from '../../catalog/file/session-of-file.ts';
import { type LoadedCatalog, loadCatalog } from '../../catalog/load-catalog.ts';
import { loadRepository } from '../../catalog/repository.ts';
import { ALL_SETTING_SOURCES, configFolder, type Session, withSlashes } from '../../catalog/session.ts';
import type { SessionCatalog } from '../../catalog/session-catalog.ts';
import { settingsPaths } from '../../catalog/settings/session-settings.ts';
import { updateCatalog } from '../../catalog/update-catalog.ts';
import { updateRepository } from '../../catalog/update-repository.ts';
import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { isNetworkPath, networkPathMessage } from '../../platform/network-path.ts';
import { isInside, isWithin } from '../../platform/paths.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAbsolutePath } from '../../platform/slashed-path.ts';
import { inTurns } from '../../platform/work-turns.ts';
import type { SessionInfo } from '../../protocol.ts';
import { filesInTurns } from '../files-in-turns.ts';
import { shortTurns } from '../short-turns.ts';
import { Turns } from '../turns.ts';
import { describeSession } from './describe-session.ts';
import type { ResourceSettings } from './settings.ts';
import { foldersToWatch, type WatchedFolder } from './watched-files.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';
import type { WorkspaceTrust } from './workspace-trust.ts';

/** The first answers of a catalog, being prepared for one state of it. */
interface Preparation {
  readonly state: number;
  readonly done: Promise<void>;
}

interface LiveSession extends ShownSession {
  readonly loaded: LoadedCatalog;
  readonly watched: readonly WatchedFolder[];
}

/** Files besides skills and commands on which a whole catalog depends. */
const deciding =
  /\/(settings|settings\.local|plugin|marketplace|known_marketplaces|installed_plugins|managed-settings\.d\/[^/]*)\.json$|\/\.gitignore$|\/\.git$/;

/**
 * The catalogs of the workspace's folders, or of the user's home where none is open. A catalog is read when it is first
 * asked for, then kept up to date with the files that change.
 */
export class Catalogs {
  readonly #platform: Platform;
  readonly #folders: WorkspaceFolders;
  readonly #settings: ResourceSettings;
  readonly #trust: WorkspaceTrust;
  #live: Promise<readonly LiveSession[]> | undefined;
  /** The last version that was read, for requests that cannot wait for the next one. */
  #current: readonly LiveSession[] = [];
  #isCurrent = false;
  #wasRead = false;
  readonly #log: (line: string) => void;
  /** Changes are read one after the other. */
  readonly #turns = new Turns(1);
  /** Facts from the installed Claude Code itself, by the URI of the session. */
  readonly #installed = new Map<string, InstalledFacts>();
  readonly #preparations = new WeakMap<SessionCatalog, Preparation>();

  /** @param log told about each session that is read first */
  constructor(
    platform: Platform,
    folders: WorkspaceFolders,
    settings: ResourceSettings,
    trust: WorkspaceTrust,
    log: (line: string) => void,
  ) {
    this.#log = log;
    this.#platform = platform;
    this.#folders = folders;
    this.#settings = settings;
    this.#trust = trust;
  }

  /** Every session, in the order of the workspace's folders. */
  async sessions(): Promise<readonly ShownSession[]> {
    for (;;) {
      await this.#turns.take(async () => undefined);
      const reading = this.#load();
      const live = await reading;
      // Otherwise everything is being read again, or files have changed, since this began.
      if (this.#live === reading) return live;
    }
  }

  /** Whether every catalog has been read, so that requests do not have to wait. */
  get isLoaded(): boolean {
    return this.#isCurrent;
  }

  /** Folders outside the workspace that catalogs depend on. */
  get watchedOutside(): readonly WatchedFolder[] {
    const folders = this.#current.flatMap(({ watched }) => watched);
    const outside = folders.filter(({ path }) => this.#folders.holding(`${path}/`) === undefined);
    const byKey = new Map(outside.map((folder) => [JSON.stringify(folder), folder]));
    return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, folder]) => folder);
  }

  /** The session by the URI of its folder; the first one if none is given. */
  async session(uri: string | undefined): Promise<ShownSession | undefined> {
    const sessions = await this.sessions();
    return uri === undefined ? sessions[0] : sessions.find(({ info }) => info.uri === uri);
  }

  /** The session that has a skill, or would have it if what its folder offers were installed. */
  async withSkill(id: string): Promise<ShownSession | undefined> {
    const sessions = await this.sessions();
    return (
      sessions.find(({ catalog }) => catalog.get(id) !== undefined) ??
      sessions.map((session) => onceInstalled(session, session.repository.withSkill(id))).find(isDefined)
    );
  }

  /**
   * The session that a file belongs to. Undefined for files of no session, and before catalogs are read.
   */
  around(path: string): ShownSession | undefined {
    return sessionOfFile(path, this.#current);
  }

  /** As {@link around}; for a file that the session does not load, the session that would load it once installed. */
  aroundOffered(path: string): ShownSession | undefined {
    const session = this.around(path);
    if (!session || session.catalog.at(path) !== undefined) return session;
    return onceInstalled(session, session.repository.holding(path)) ?? session;
  }

  /** The place of a file in the session that it belongs to; undefined if {@link around} finds none. */
  placeOf(path: string): CatalogLocation | undefined {
    const session = this.around(path);
    return session && catalogLocation(session.catalog, path);
  }

  /**
   * The same when everything that it depends on is known, which for thousands of skills takes longer than others should
   * wait: they are answered in between.
   */
  async placeWhenPrepared(path: string): Promise<CatalogLocation | undefined> {
    const live = sessionOfFile(path, this.#current);
    if (live) await this.#prepare(live.loaded.catalog);
    return this.placeOf(path);
  }

  #prepare(catalog: SessionCatalog): Promise<void> {
    let preparation = this.#preparations.get(catalog);
    if (preparation?.state !== catalog.state) {
      preparation = { state: catalog.state, done: inTurns(catalog.preparation(), shortTurns()) };
      this.#preparations.set(catalog, preparation);
    }
    return preparation.done;
  }

  /** Whether a file is the text of a skill or command, of the session or of what its folder offers. */
  hasSkillIn(path: string): boolean {
    return this.aroundOffered(path)?.catalog.at(path)?.path === path;
  }

  /**
   * The installed Claude Code has said what it provides in a session. Returns whether that is news: then the session must
   * be read again.
   */
  setInstalled(uri: string, installed: InstalledFacts | undefined): boolean {
    if (JSON.stringify(this.#installed.get(uri)) === JSON.stringify(installed)) return false;
    if (installed) this.#installed.set(uri, installed);
    else this.#installed.delete(uri);
    return true;
  }

  /** Drops everything: the next request reads it again. Returns whether there was anything. */
  reload(): boolean {
    const wasAsked = this.#live !== undefined;
    this.#live = undefined;
    this.#isCurrent = false;
    return wasAsked;
  }

  /**
   * Files or folders were changed, created or deleted. Returns whether a catalog has changed.
   *
   * @param take called when the changes before have been read: which ones there are by then
   */
  changed(take: () => readonly string[]): Promise<boolean> {
    return this.#turns.take(() => this.#change(take()));
  }

  async #change(paths: readonly string[]): Promise<boolean> {
    const reading = this.#live;
    if (!reading) return false;
    const live = await reading;
    const updated = await Promise.all(live.map((it) => this.#update(it, paths)));
    // A reload since then already includes this change.
    if (this.#live !== reading || updated.every((it, index) => it === live[index])) return false;
    this.#live = Promise.resolve(updated);
    this.#current = updated;
    return true;
  }

  async #update(live: LiveSession, paths: readonly string[]): Promise<LiveSession> {
    const { session, info, loaded } = live;
    if (paths.some((path) => isDeciding(path, session, loaded))) return this.#open(session, info);
    const turns = shortTurns();
    const reading = { ...session, files: filesInTurns(session, turns) };
    const changed = await updateCatalog(loaded, paths, reading, turns);
    await inTurns(loaded.catalog.listingPreparation(), turns);
    const ofAgents = paths.some((path) => /\/agents(\/|$)/.test(path));
    if (ofAgents) loaded.catalog.setAgents(await readAgents(reading, loaded.sources));
    const updated = await updateRepository(live.repository, paths, loaded, reading);
    if (changed.size === 0 && !ofAgents && updated === live.repository) return live;
    return { ...live, repository: updated.around(loaded) };
  }

  #load(): Promise<readonly LiveSession[]> {
    if (!this.#live) {
      const started = performance.now();
      const reading = this.#readAll();
      this.#live = reading;
      void reading.then(
        (live) => {
          if (!this.#wasRead) for (const it of live) this.#log(describeSession(it, performance.now() - started));
          this.#wasRead = true;
          if (this.#live !== reading) return;
          this.#current = live;
          this.#isCurrent = true;
        },
        () => {
          if (this.#live === reading) this.#live = undefined;
        },
      );
    }
    return this.#live;
  }

  async #readAll(): Promise<readonly LiveSession[]> {
    const folders = this.#folders.all();
    const { home } = this.#platform.environment;
    if (folders.length === 0) {
      return home === undefined ? [] : [await this.#open(await this.#sessionOf(undefined, home), toInfo(home, '~'))];
    }
    return Promise.all(
      folders.map(async ({ path, name }) => this.#open(await this.#sessionOf(path, path), toInfo(path, name))),
    );
  }

  async #sessionOf(folder: string | undefined, asked: string): Promise<Session> {
    const { files, environment } = this.#platform;
    const settings = await this.#settings.of(URI.file(asked).toString());
    const { runtime, model } = settings;
    const absolute = (path: string) => absolutePath(path, folder ?? asked, environment.home);
    const named = [...settings.addedFolders, ...settings.pluginFolders].filter(isNetworkPath);
    // The editor may not tell where a setting comes from: without trust, it may come from the workspace.
    const openable = (paths: readonly string[]) =>
      this.#trust.isGranted ? paths.filter((path) => !isNetworkPath(path)).map(absolute) : [];
    return {
      folder,
      runtime,
      environment,
      files,
      addedFolders: openable(settings.addedFolders),
      pluginFolders: openable(settings.pluginFolders),
      settingSources: ALL_SETTING_SOURCES,
      model,
      touchedFiles: [],
      isRestricted: !this.#trust.isGranted,
      // It is of the current release.
      installed: runtime === DEFAULT_RUNTIME ? this.#installed.get(URI.file(asked).toString()) : undefined,
      refused: () => [...networkPathErrors(named, folder ?? asked), ...this.#trust.refusalsIn(folder)],
    };
  }

  async #open(session: Session, info: SessionInfo): Promise<LiveSession> {
    const turns = shortTurns();
    const reading = { ...session, files: filesInTurns(session, turns) };
    const loaded = await loadCatalog(reading, turns);
    await inTurns(loaded.catalog.listingPreparation(), turns);
    const watched = await foldersToWatch(reading, loaded.sources);
    const repository = await loadRepository(loaded, reading, turns);
    return { info, session, catalog: loaded.catalog, sources: loaded.sources, repository, loaded, watched };
  }
}

/** A session once a plugin or collection of its folder was installed; undefined without one. */
function onceInstalled(session: ShownSession, plugin: { readonly key: string } | undefined): ShownSession | undefined {
  return plugin && { ...session, ...session.repository.with([plugin.key]) };
}

function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

function toInfo(path: string, name: string): SessionInfo {
  return { uri: URI.file(path).toString(), name };
}

/** Reported for the folder whose settings they are, because the path of an error is checked. */
function networkPathErrors(paths: readonly string[], folder: string): readonly SourceError[] {
  if (paths.length === 0) return [];
  const written = [...new Set(paths)].map((path) => `\`${path}\``).join(', ');
  return [{ source: 'settings', path: folder, message: `In the settings: ${written}. ${networkPathMessage}` }];
}

/** Whether so much may depend on a file, or on an added or deleted folder, that everything is read again. */
function isDeciding(path: string, session: Session, { sources }: LoadedCatalog): boolean {
  if (deciding.test(path) || settingsPaths(session).some((it) => it.path === path)) return true;
  const user = configFolder(session);
  if (path === `${user}/plugins` || path === `${session.environment.home}/.claude.json`) return true;
  // A folder above a source, such as `.claude`, or a nested one that is not known yet.
  const isAbove = sources.some(({ folder }) => isInside(folder, path));
  const isKnown = sources.some(({ folder }) => isWithin(path, folder));
  return isAbove || (!isKnown && /\/\.claude\/(skills|commands)(\/|$)/.test(path));
}

/** A folder as a user writes it in the settings. */
function absolutePath(path: string, folder: string, home: string | undefined): string {
  const written = withSlashes(path.trim());
  if (written === '~' || written.startsWith('~/')) return `${home ?? ''}${written.slice(1)}`;
  const parts: string[] = [];
  for (const part of (isAbsolutePath(written) ? written : `${folder}/${written}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
