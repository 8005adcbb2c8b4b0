import type { Connection, WorkspaceFoldersChangeEvent } from 'vscode-languageserver';
import { isUsable } from '../catalog/resolve/skill-status.ts';
import { evaluationOfPath, isNamedLikeCase, isTriggerSetName } from '../evaluation/surroundings/evaluation-path.ts';
import { mayBePluginFile } from '../features/shown-skills/plugin-files.ts';
import { foldersAbove } from '../platform/paths.ts';
import type { Platform } from '../platform/platform.ts';
import type { ClientFacts } from './client-facts.ts';
import { notify } from './notify.ts';
import { refreshCodeLenses } from './requests/code-lens-requests.ts';
import { type DiagnosticsChannel, pullChannel, pushChannel } from './requests/diagnostics-channel.ts';
import { inlayHintRefresh } from './requests/inlay-hint-requests.ts';
import { sendProblemsChanged } from './requests/problem-requests.ts';
import type { ViewRequests } from './requests/view-requests.ts';
import { isOnDisk, resourcePath } from './resource-path.ts';
import { safelyInBackground } from './safely.ts';
import { createServerParts, type ServerParts } from './server-parts.ts';
import { CatalogWatch } from './state/catalog-watch.ts';
import { GatheredChanges } from './state/gathered-changes.ts';
import { type CheckedServedFile, shownFindings } from './state/open-documents.ts';
import { isOnlyOfDirectory } from './state/watched-files.ts';

/** The consequences when files, settings, folders or the trust change, or when the editor opens and closes files. */
export class ServerChanges {
  readonly parts: ServerParts;
  readonly #connection: Connection;
  readonly #inlayHints: ReturnType<typeof inlayHintRefresh>;
  readonly #gathered = new GatheredChanges();
  #client: ClientFacts | undefined;
  #diagnostics: DiagnosticsChannel | undefined;
  #watch: CatalogWatch | undefined;
  #views: ViewRequests | undefined;

  constructor(connection: Connection, machine: Platform) {
    this.#connection = connection;
    this.#inlayHints = inlayHintRefresh(connection);
    this.parts = createServerParts(connection, machine, {
      isAskedFor: (path) => this.isAskedFor(path),
      problemsChanged: (path) => this.#problemsChanged(path),
      listingChanged: (path) => this.#listingChanged(path),
      asksChatModels: () => this.client.asksChatModels,
    });
  }

  /** The connected editor. Nothing is asked before it has introduced itself. */
  get client(): ClientFacts {
    if (!this.#client) throw new Error('The server is not initialized');
    return this.#client;
  }

  initialized(client: ClientFacts): void {
    const { documents } = this.parts;
    this.#client = client;
    this.#diagnostics = client.pullsDiagnostics
      ? pullChannel(this.#connection, client.refreshesDiagnostics)
      : pushChannel(this.#connection, documents, (served) => this.shownInEditor(served));
  }

  async watchFiles(): Promise<void> {
    const { watchesFiles, watchesOutside } = this.client;
    if (watchesFiles) this.#watch = new CatalogWatch(this.#connection, this.parts.catalogs, watchesOutside);
    await this.#watch?.update();
  }

  /** The requests of views are answered from now on. */
  viewsAnswered(views: ViewRequests): void {
    this.#views = views;
  }

  /** Runs that the user started must not outlive the editor. */
  async end(): Promise<void> {
    await this.#views?.end();
  }

  settingsChanged(section: unknown): void {
    this.parts.settings.changed(section);
    this.#diagnostics?.refresh();
    this.refreshInlayHints();
    this.catalogsOutdated();
    this.#views?.settingsChanged();
  }

  /** Reads what was not accessible, and everything that depends on it. */
  trustGranted(): void {
    const { trust } = this.parts;
    if (trust.isGranted) return;
    trust.say(true);
    this.settingsChanged(undefined);
    this.filesChanged([], false);
  }

  foldersChanged({ added, removed }: WorkspaceFoldersChangeEvent): void {
    this.parts.folders.change(added, removed);
    this.settingsChanged(undefined);
  }

  refreshInlayHints(): void {
    if (this.client.refreshesInlayHints) this.#inlayHints.schedule();
  }

  /** @param onlyTexts whether no file was created or deleted */
  filesChanged(uris: readonly string[], onlyTexts: boolean): void {
    const { catalogs, treeFiles, checks, closed, documents, workspaceProblems } = this.parts;
    // Switching a branch sends thousands of changes: those that come while others are read are read together.
    if (this.#gathered.add(uris.filter(isOnDisk).map(resourcePath), onlyTexts)) return;
    this.inBackground('Looking at the files around', async () => {
      let paths: readonly string[] = [];
      let wereSkills = false;
      const areSkills = () => paths.every((path) => catalogs.hasSkillIn(path));
      const different = await catalogs.changed(() => {
        const taken = this.#gathered.take();
        paths = taken.paths;
        wereSkills = taken.onlyTexts && areSkills();
        return paths;
      });
      const hasOtherFiles = treeFiles.changed(paths);
      if (different) await this.#catalogsChanged();
      else if (hasOtherFiles) await closed.catalogsChanged();
      if (!different && paths.some(mayBeEvaluation)) await this.#evaluationsChanged();
      if (await documents.surroundings.refresh()) this.#diagnostics?.refresh();
      await this.#previewsChanged();
      const texts = wereSkills && areSkills() ? paths : this.#manifestsThatDependOn(paths);
      await (texts ? checks.outdatedTexts(texts) : checks.outdated(paths));
      workspaceProblems.changed();
    });
  }

  /** The manifests that were checked, if nothing else depends on any of the changed files; undefined if it may. */
  #manifestsThatDependOn(paths: readonly string[]): readonly string[] | undefined {
    const { catalogs, checks } = this.parts;
    const isOfSkill = (path: string) => foldersAbove(path).some((folder) => catalogs.hasSkillIn(`${folder}/SKILL.md`));
    if (paths.length === 0 || !paths.every((path) => isOnlyOfDirectory(path) && !isOfSkill(path))) return undefined;
    return checks.checked().filter((path) => path.endsWith('/.claude-plugin/plugin.json'));
  }

  /** Reads the catalogs that have not been requested yet, for the findings that need them. */
  async readCatalogs(): Promise<void> {
    const { catalogs, checks, documents, workspaceProblems } = this.parts;
    if (catalogs.isLoaded) return;
    await catalogs.sessions();
    await this.#catalogsChanged();
    if (await documents.surroundings.refresh()) this.#diagnostics?.refresh();
    await this.#previewsChanged();
    await checks.outdated();
    workspaceProblems.changed();
  }

  catalogsOutdated(): void {
    if (!this.parts.catalogs.reload()) return;
    this.inBackground('Reading the catalog again', () => this.readCatalogs());
  }

  async #catalogsChanged(): Promise<void> {
    const { catalogs, closed } = this.parts;
    await this.#watch?.update();
    const loaded = (await catalogs.sessions()).flatMap(({ catalog }) => catalog.skills()).filter(isUsable);
    await notify(this.#connection, 'catalogChanged', { skills: loaded.length });
    await this.#evaluationsChanged();
    this.inBackground('Checking new skills', () => closed.catalogsChanged());
  }

  /** Evaluations may be other ones, or belong to something else. */
  async #evaluationsChanged(): Promise<void> {
    if (this.client.showsPreview) await notify(this.#connection, 'evaluationsChanged');
  }

  #problemsChanged(path: string): void {
    const { closed, counted, workspaceProblems } = this.parts;
    this.inBackground('Reporting problems', async () => {
      await sendProblemsChanged(this.#connection, counted, path);
      await closed.changed(path);
      workspaceProblems.changed();
    });
  }

  /** Skills that others maintain count only while they are listed. */
  #listingChanged(path: string): void {
    const { counted, isOwn } = this.parts;
    if (isOwn(path)) return;
    this.inBackground('Reporting problems', async () => {
      await counted.of(path);
      await sendProblemsChanged(this.#connection, counted, path);
    });
  }

  /** The editor shows these findings of an open file from now on. */
  async shownInEditor(served: CheckedServedFile): Promise<void> {
    const { checks, closed, counted } = this.parts;
    if (!isOnDisk(served.uri)) return;
    const path = resourcePath(served.uri);
    checks.found(path, shownFindings(served));
    // No row asks about these: that of their plugin counts them.
    if (mayBePluginFile(path)) this.inBackground('Counting problems', () => counted.ensureKnown([path]));
    await closed.opened(path);
  }

  async fileClosed(path: string): Promise<void> {
    await this.parts.checks.outdatedFile(path);
    await this.tabClosed(path);
  }

  async tabClosed(path: string): Promise<void> {
    await this.parts.closed.closed(path);
    this.parts.workspaceProblems.closed(path);
  }

  /** Whether the editor asks for the findings of a file even if it is not open. */
  isAskedFor(path: string): boolean {
    return this.client.checksClosedFiles && this.parts.isOwn(path);
  }

  /** Previews and CodeLenses may be outdated, although no text in the editor has changed. */
  async #previewsChanged(): Promise<void> {
    if (!this.client.showsPreview) return;
    await notify(this.#connection, 'previewChanged');
    if (this.client.refreshesLenses) await refreshCodeLenses(this.#connection);
  }

  inBackground(name: string, run: () => Promise<void>): void {
    void safelyInBackground(name, this.#connection.console, run);
  }
}

function mayBeEvaluation(path: string): boolean {
  const parts = path.split('/');
  return isNamedLikeCase(path) || evaluationOfPath(parts) !== undefined || isTriggerSetName(parts.at(-1)!);
}
