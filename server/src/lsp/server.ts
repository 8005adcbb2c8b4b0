import {
  type Connection,
  DidChangeConfigurationNotification,
  FileChangeType,
  type InitializeResult,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { evaluationOfPath, isNamedLikeCase } from '../catalog/evaluations/evaluation-path.ts';
import { isUsable } from '../catalog/resolve/skill-status.ts';
import { FileChecker } from '../features/check/file-checker.ts';
import { mayBePluginFile } from '../features/tree/plugin-files.ts';
import { foldersAbove } from '../platform/paths.ts';
import type { Platform } from '../platform/platform.ts';
import type { CatalogChanged, TabClosed } from '../protocol.ts';
import { answerOnUse } from './answer-on-use.ts';
import { type ClientFacts, readClientFacts } from './client-facts.ts';
import { answerCodeActions } from './requests/code-action-requests.ts';
import { answerCodeLenses, refreshCodeLenses } from './requests/code-lens-requests.ts';
import { answerCompletions } from './requests/completion-requests.ts';
import {
  answerDiagnostics,
  answerWorkspaceDiagnostics,
  type DiagnosticsChannel,
  pullChannel,
  pushChannel,
} from './requests/diagnostics-channel.ts';
import { answerHovers } from './requests/hover-requests.ts';
import { answerInlayHints, inlayHintRefresh } from './requests/inlay-hint-requests.ts';
import { answerNavigation } from './requests/navigation-requests.ts';
import { answerProblemRequests, sendProblemsChanged } from './requests/problem-requests.ts';
import { answerRenames } from './requests/rename-requests.ts';
import { answerSemanticTokens } from './requests/semantic-tokens-requests.ts';
import { answerStructure } from './requests/structure-requests.ts';
import type { AnsweredViews } from './requests/view-requests.ts';
import { isOnDisk, resourcePath } from './resource-path.ts';
import { safelyInBackground } from './safely.ts';
import { serverCapabilities } from './server-capabilities.ts';
import { CaseRuns } from './state/case-runs.ts';
import { CatalogChecks } from './state/catalog-checks.ts';
import { CatalogWatch } from './state/catalog-watch.ts';
import { Catalogs } from './state/catalogs.ts';
import { CheckedFiles } from './state/checked-files.ts';
import { ClosedFileProblems } from './state/closed-file-problems.ts';
import { Configurations } from './state/configurations.ts';
import { CountedProblems, isOwnFile } from './state/counted-problems.ts';
import { FollowedTexts } from './state/followed-texts.ts';
import { GatheredChanges } from './state/gathered-changes.ts';
import { type CheckedServedFile, OpenDocuments, shownFindings } from './state/open-documents.ts';
import { PreviewSubjects } from './state/preview-subjects.ts';
import { PreviewedArguments } from './state/previewed-arguments.ts';
import { ResourceSettings } from './state/settings.ts';
import { isOnlyOfDirectory } from './state/watched-files.ts';
import { WorkspaceFolders } from './state/workspace-folders.ts';
import { WorkspaceProblems } from './state/workspace-problems.ts';
import { WorkspaceTrust } from './state/workspace-trust.ts';
import { TypingPause } from './typing-pause.ts';

/** Serves one editor over a connection. Everything from outside comes through `machine`. */
export function startServer(connection: Connection, machine: Platform): void {
  const folders = new WorkspaceFolders();
  const trust = new WorkspaceTrust(folders);
  const platform = trust.confine(machine);
  const settings = new ResourceSettings(connection);
  const catalogs = new Catalogs(platform, folders, settings, trust, (line) => connection.console.info(line));
  const configurations = new Configurations(platform, connection.console);
  const checker = new FileChecker({
    files: platform.files,
    environment: platform.environment,
    configurationOf: (path) => configurations.of(path),
    // Nothing waits for the catalog: once it is read, all open documents are checked again.
    placeInCatalog: (path) => catalogs.placeWhenPrepared(path),
  });
  const documents = new OpenDocuments(connection, checker, settings, folders);
  const followed = new FollowedTexts(documents, settings, platform.files);
  const typingPause = new TypingPause();
  const checks = new CatalogChecks(
    { files: platform.files, checker, settings, folders, documents, catalogs, typingPause },
    problemsChanged,
  );
  const checkedFiles = new CheckedFiles(platform.files);
  const isOwn = (path: string) => isOwnFile(path, folders, platform.environment);
  const closed = new ClosedFileProblems(connection, catalogs, checkedFiles, checks, isAskedFor, listingChanged);
  const counted = new CountedProblems(checks, closed, isOwn);
  const workspaceProblems = new WorkspaceProblems(catalogs, checkedFiles, checks, isOwn, typingPause, (path) =>
    closed.isInEditor(path),
  );
  const previewed = new PreviewedArguments();
  const subjects = new PreviewSubjects(documents, catalogs, settings, platform, checker);
  const inlayHints = inlayHintRefresh(connection);
  let client: ClientFacts;
  let watch: CatalogWatch | undefined;
  let diagnostics: DiagnosticsChannel;
  let views: AnsweredViews | undefined;

  connection.onInitialize((params): InitializeResult => {
    client = readClientFacts(params);
    trust.say(client.trustsWorkspace);
    folders.change(params.workspaceFolders ?? [], []);
    if (!client.answersSettings) settings.useFixed(params.initializationOptions?.settings);
    diagnostics = client.pullsDiagnostics
      ? pullChannel(connection, client.refreshesDiagnostics)
      : pushChannel(connection, documents, shownInEditor);
    return { capabilities: serverCapabilities(client), serverInfo: { name: 'Skillwright' } };
  });
  connection.onInitialized(() =>
    inBackground('Registering for changes', async () => {
      if (client.changesFolders) connection.workspace.onDidChangeWorkspaceFolders(foldersChanged);
      if (client.registersSettings)
        await connection.client.register(DidChangeConfigurationNotification.type, { section: 'skillwright' });
      if (client.watchesFiles) watch = new CatalogWatch(connection, catalogs, client.watchesOutside);
      await watch?.update();
    }),
  );

  answerDiagnostics(connection, documents, shownInEditor, (uri) => {
    const path = resourcePath(uri);
    return isOnDisk(uri) && isAskedFor(path) ? (checks.known(path) ?? []) : [];
  });
  answerWorkspaceDiagnostics(connection, workspaceProblems);
  answerProblemRequests(connection, counted, closed, catalogs);
  const caseRuns = new CaseRuns(platform, trust);
  answerCodeLenses(connection, documents, catalogs, settings, trust, platform.environment, caseRuns);
  answerOnUse(connection, async (answering) => {
    const { answerViews } = await import('./requests/view-requests.ts');
    views = answerViews(answering, {
      platform,
      folders,
      trust,
      settings,
      configurations,
      catalogs,
      checker,
      documents,
      checks,
      checkedFiles,
      counted,
      caseRuns,
      subjects,
      previewed,
      runsFolder: () => client.runsFolder,
      catalogsOutdated,
    });
  });
  // What the user started must not outlive the editor.
  connection.onShutdown(async () => views?.end());
  connection.onNotification('skillwright/workspaceTrusted', () => trustGranted());
  connection.onNotification('skillwright/tabClosed', ({ uri }: TabClosed) => {
    if (isOnDisk(uri)) inBackground('Listing the problems of a closed tab', () => tabClosed(resourcePath(uri)));
  });
  connection.onRequest('skillwright/reload', () => catalogsOutdated());
  answerHovers(
    connection,
    documents,
    async (uri) => (catalogs.isLoaded ? subjects.of(uri) : undefined),
    previewed,
    followed,
    platform.files,
  );
  answerInlayHints(connection, documents, settings, previewed, subjects);
  answerCompletions(connection, documents, catalogs, platform.files, previewed, () => client, followed);
  answerCodeActions(
    connection,
    documents,
    folders,
    () => client,
    {
      files: platform.files,
      openTexts: (path) => documents.textAt(path),
      sessions: () => catalogs.sessions(),
    },
    {
      make: () => (trust.isGranted ? platform.makeExecutable : undefined),
      made: (path) => filesChanged([URI.file(path).toString()], false),
    },
  );
  answerStructure(connection, documents, catalogs, () => client);
  answerSemanticTokens(connection, documents);
  answerNavigation(connection, followed, catalogs, platform.files, () => client);
  answerRenames(connection, followed, catalogs, platform.files, () => client);

  const changes = new GatheredChanges();
  connection.onDidChangeConfiguration((params) => settingsChanged(params.settings?.skillwright));
  connection.onDidChangeWatchedFiles((params) => {
    const onlyTexts = params.changes.every(({ type }) => type === FileChangeType.Changed);
    filesChanged(
      params.changes.map(({ uri }) => uri),
      onlyTexts,
    );
  });
  documents.texts.onDidChangeContent(() => typingPause.edited());
  documents.texts.onDidSave(({ document }) => filesChanged([document.uri], true));
  documents.texts.onDidOpen(() => inBackground('Reading the catalog', readCatalogs));
  documents.texts.onDidClose(({ document }) => {
    previewed.forget(document.uri);
    if (isOnDisk(document.uri)) inBackground('Checking a closed file', () => fileClosed(resourcePath(document.uri)));
  });
  previewed.onDidChange(refreshInlayHints);

  function settingsChanged(section: unknown): void {
    settings.changed(section);
    diagnostics.refresh();
    refreshInlayHints();
    catalogsOutdated();
    views?.settingsChanged();
  }

  /** Reads what was not accessible, and everything that depends on it. */
  function trustGranted(): void {
    if (trust.isGranted) return;
    trust.say(true);
    settingsChanged(undefined);
    filesChanged([], false);
  }

  function refreshInlayHints(): void {
    if (client.refreshesInlayHints) inlayHints.schedule();
  }

  function foldersChanged({ added, removed }: WorkspaceFoldersChangeEvent): void {
    folders.change(added, removed);
    settingsChanged(undefined);
  }

  /** @param onlyTexts whether no file was created or deleted */
  function filesChanged(uris: readonly string[], onlyTexts: boolean): void {
    // Switching a branch sends thousands of changes: those that come while others are read are read together.
    if (changes.add(uris.filter(isOnDisk).map(resourcePath), onlyTexts)) return;
    inBackground('Looking at the files around', async () => {
      let paths: readonly string[] = [];
      let wereSkills = false;
      const areSkills = () => paths.every((path) => catalogs.hasSkillIn(path));
      const different = await catalogs.changed(() => {
        const taken = changes.take();
        paths = taken.paths;
        wereSkills = taken.onlyTexts && areSkills();
        return paths;
      });
      const hasOtherFiles = checkedFiles.changed(paths);
      if (different) await catalogsChanged();
      else if (hasOtherFiles) await closed.catalogsChanged();
      if (!different && paths.some(mayBeEvaluation)) await evaluationsChanged();
      if (await documents.surroundings.refresh()) diagnostics.refresh();
      await previewsChanged();
      const texts = wereSkills && areSkills() ? paths : manifestsThatDependOn(paths);
      await (texts ? checks.outdatedTexts(texts) : checks.outdated(paths));
      workspaceProblems.changed();
    });
  }

  /** The manifests that were checked, if nothing else depends on any of the changed files; undefined if it may. */
  function manifestsThatDependOn(paths: readonly string[]): readonly string[] | undefined {
    const isOfSkill = (path: string) => foldersAbove(path).some((folder) => catalogs.hasSkillIn(`${folder}/SKILL.md`));
    if (paths.length === 0 || !paths.every((path) => isOnlyOfDirectory(path) && !isOfSkill(path))) return undefined;
    return checks.checked().filter((path) => path.endsWith('/.claude-plugin/plugin.json'));
  }

  /** Reads the catalogs that have not been requested yet, for the findings that need them. */
  async function readCatalogs(): Promise<void> {
    if (catalogs.isLoaded) return;
    await catalogs.sessions();
    await catalogsChanged();
    if (await documents.surroundings.refresh()) diagnostics.refresh();
    await previewsChanged();
    await checks.outdated();
    workspaceProblems.changed();
  }

  function catalogsOutdated(): void {
    if (!catalogs.reload()) return;
    inBackground('Reading the catalog again', readCatalogs);
  }

  async function catalogsChanged(): Promise<void> {
    await watch?.update();
    const loaded = (await catalogs.sessions()).flatMap(({ catalog }) => catalog.skills()).filter(isUsable);
    const params: CatalogChanged = { skills: loaded.length };
    await connection.sendNotification('skillwright/catalogChanged', params);
    await evaluationsChanged();
    inBackground('Checking new skills', () => closed.catalogsChanged());
  }

  function mayBeEvaluation(path: string): boolean {
    return isNamedLikeCase(path) || evaluationOfPath(path.split('/')) !== undefined;
  }

  /** Evaluations may be other ones, or belong to something else. */
  async function evaluationsChanged(): Promise<void> {
    if (client.showsPreview) await connection.sendNotification('skillwright/evaluationsChanged');
  }

  /** Other findings are known of a file than before: in the tree, and in the list of problems. */
  function problemsChanged(path: string): void {
    inBackground('Reporting problems', async () => {
      await sendProblemsChanged(connection, counted, path);
      await closed.changed(path);
      workspaceProblems.changed();
    });
  }

  /** What others maintain counts only while it is listed. */
  function listingChanged(path: string): void {
    if (isOwn(path)) return;
    inBackground('Reporting problems', async () => {
      await counted.of(path);
      await sendProblemsChanged(connection, counted, path);
    });
  }

  /** The editor shows these findings of an open file from now on. */
  async function shownInEditor(served: CheckedServedFile): Promise<void> {
    if (!isOnDisk(served.uri)) return;
    const path = resourcePath(served.uri);
    checks.found(path, shownFindings(served));
    // No row asks about these: that of their plugin counts them.
    if (mayBePluginFile(path)) inBackground('Counting problems', () => counted.ensureKnown([path]));
    await closed.opened(path);
  }

  async function fileClosed(path: string): Promise<void> {
    await checks.outdatedFile(path);
    await tabClosed(path);
  }

  async function tabClosed(path: string): Promise<void> {
    await closed.closed(path);
    workspaceProblems.closed(path);
  }

  /** Whether the editor asks for the findings of a file even if it is not open. */
  function isAskedFor(path: string): boolean {
    return client.checksClosedFiles && isOwn(path);
  }

  /** Previews and CodeLenses may be outdated, although no text in the editor has changed. */
  async function previewsChanged(): Promise<void> {
    if (!client.showsPreview) return;
    await connection.sendNotification('skillwright/previewChanged');
    if (client.refreshesLenses) await refreshCodeLenses(connection);
  }

  function inBackground(name: string, run: () => Promise<void>): void {
    void safelyInBackground(name, connection.console, run);
  }
}
