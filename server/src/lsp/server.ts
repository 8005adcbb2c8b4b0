import {
  type Connection,
  DidChangeConfigurationNotification,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  type WorkspaceFolder,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { Platform } from '../platform/platform.ts';
import type { TabClosed } from '../protocol.ts';
import { answerOnUse } from './answer-on-use.ts';
import { readClientFacts } from './client-facts.ts';
import { answerCodeActions } from './requests/code-action-requests.ts';
import { answerCodeLenses } from './requests/code-lens-requests.ts';
import { answerCompletions } from './requests/completion-requests.ts';
import { answerDiagnostics, answerWorkspaceDiagnostics } from './requests/diagnostics-channel.ts';
import { answerHovers } from './requests/hover-requests.ts';
import { answerInlayHints } from './requests/inlay-hint-requests.ts';
import { answerNavigation } from './requests/navigation-requests.ts';
import { answerProblemRequests } from './requests/problem-requests.ts';
import { answerRenames } from './requests/rename-requests.ts';
import { answerSemanticTokens } from './requests/semantic-tokens-requests.ts';
import { answerStructure } from './requests/structure-requests.ts';
import { isOnDisk, resourcePath } from './resource-path.ts';
import { roundsOfSending } from './safely.ts';
import { serverCapabilities } from './server-capabilities.ts';
import { ServerChanges } from './server-changes.ts';
import { quietRounds } from './short-turns.ts';

/**
 * Serves one editor over a connection. Everything from outside comes through `machine`. This is a table of contents: what
 * the server keeps is in `server-parts.ts`, what follows from a change in `server-changes.ts`.
 */
export function startServer(connection: Connection, machine: Platform): void {
  const changes = new ServerChanges(connection, machine);
  const loadViews = answerExtension(connection, changes);
  answerLifecycle(connection, changes, loadViews);
  answerAboutTexts(connection, changes);
  followChanges(connection, changes);
}

function answerLifecycle(connection: Connection, changes: ServerChanges, loadViews: () => Promise<void>): void {
  const { folders, settings, trust } = changes.parts;
  connection.onInitialize((params): InitializeResult => {
    const client = readClientFacts(params);
    trust.say(client.trustsWorkspace);
    folders.change(workspaceFoldersOf(params), []);
    if (!client.answersSettings) settings.useFixed(params.initializationOptions?.settings);
    changes.initialized(client);
    // It asks as soon as it has opened a file, which should not wait: so this is done while it reads the answer.
    if (client.showsPreview)
      void quietRounds(roundsOfSending)
        .then(loadViews)
        .catch(() => {});
    return { capabilities: serverCapabilities(client), serverInfo: { name: 'Skillwright' } };
  });
  connection.onInitialized(() =>
    changes.inBackground('Registering for changes', async () => {
      const { changesFolders, registersSettings } = changes.client;
      if (changesFolders) connection.workspace.onDidChangeWorkspaceFolders((event) => changes.foldersChanged(event));
      if (registersSettings)
        await connection.client.register(DidChangeConfigurationNotification.type, { section: 'skillwright' });
      await changes.watchFiles();
    }),
  );
}

/** Simple editors name only one folder, in the older way. */
function workspaceFoldersOf({ workspaceFolders, rootUri }: InitializeParams): WorkspaceFolder[] {
  if (workspaceFolders) return workspaceFolders;
  return rootUri ? [{ uri: rootUri, name: '' }] : [];
}

/** Requests about a text, by any editor. */
function answerAboutTexts(connection: Connection, changes: ServerChanges): void {
  const { platform, folders, trust, settings, catalogs, documents, followed } = changes.parts;
  const { workspaceProblems, caseRuns, previewed, subjects } = changes.parts;
  const client = () => changes.client;
  const shown = changes.shownInEditor.bind(changes);
  answerDiagnostics(connection, documents, shown, async (uri) => {
    const path = resourcePath(uri);
    return isOnDisk(uri) && changes.isAskedFor(path) ? workspaceProblems.of(path) : [];
  });
  answerWorkspaceDiagnostics(connection, workspaceProblems);
  answerCodeLenses(connection, documents, catalogs, settings, trust, platform.environment, caseRuns);
  answerHovers(
    connection,
    documents,
    async (uri) => (catalogs.isLoaded ? subjects.of(uri) : undefined),
    previewed,
    followed,
    platform.files,
  );
  answerInlayHints(connection, documents, settings, previewed, subjects);
  answerCompletions(connection, documents, catalogs, platform.files, previewed, client, followed);
  answerCodeActions(
    connection,
    documents,
    followed,
    folders,
    client,
    {
      files: platform.files,
      openTexts: (path) => documents.textAt(path),
      sessions: () => catalogs.sessions(),
    },
    {
      make: () => (trust.isGranted ? platform.makeExecutable : undefined),
      made: (path) => changes.filesChanged([URI.file(path).toString()], false),
    },
    changes.parts.writers,
  );
  answerStructure(connection, documents, catalogs, client);
  answerSemanticTokens(connection, documents);
  answerNavigation(connection, followed, catalogs, platform.files, client);
  answerRenames(connection, followed, catalogs, platform.files, client);
}

/** Requests of our own extension beyond those. Returns what loads the answers for views. */
function answerExtension(connection: Connection, changes: ServerChanges): () => Promise<void> {
  const { parts } = changes;
  answerProblemRequests(connection, parts.counted, parts.closed, parts.catalogs);
  const loadViews = answerOnUse(connection, async (answering) => {
    const { answerViews } = await import('./requests/view-requests.ts');
    const views = answerViews(answering, {
      ...parts,
      runsFolder: () => changes.client.runsFolder,
      catalogsOutdated: () => changes.catalogsOutdated(),
    });
    changes.viewsAnswered(views);
  });
  connection.onShutdown(() => changes.end());
  connection.onNotification('skillwright/workspaceTrusted', () => changes.trustGranted());
  connection.onNotification('skillwright/tabClosed', ({ uri }: TabClosed) => {
    if (isOnDisk(uri))
      changes.inBackground('Listing the problems of a closed tab', () => changes.tabClosed(resourcePath(uri)));
  });
  connection.onRequest('skillwright/reload', () => changes.catalogsOutdated());
  return loadViews;
}

function followChanges(connection: Connection, changes: ServerChanges): void {
  const { documents, previewed, typingPause } = changes.parts;
  connection.onDidChangeConfiguration((params) => changes.settingsChanged(params.settings?.skillwright));
  connection.onDidChangeWatchedFiles((params) => {
    const onlyTexts = params.changes.every(({ type }) => type === FileChangeType.Changed);
    changes.filesChanged(
      params.changes.map(({ uri }) => uri),
      onlyTexts,
    );
  });
  documents.texts.onDidChangeContent(() => typingPause.edited());
  documents.texts.onDidSave(({ document }) => changes.filesChanged([document.uri], true));
  documents.texts.onDidOpen(() => changes.inBackground('Reading the catalog', () => changes.readCatalogs()));
  documents.texts.onDidClose(({ document: { uri } }) => {
    previewed.forget(uri);
    if (isOnDisk(uri)) changes.inBackground('Checking a closed file', () => changes.fileClosed(resourcePath(uri)));
  });
  previewed.onDidChange(() => changes.refreshInlayHints());
}
