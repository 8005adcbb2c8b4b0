import {
  type CancellationToken,
  Disposable,
  type Event,
  EventEmitter,
  type ExtensionContext,
  env,
  type LogOutputChannel,
  Uri,
  version,
  workspace,
} from 'vscode';
import { type BaseLanguageClient, DidChangeConfigurationNotification, State } from 'vscode-languageclient';
import type {
  AskedSummary,
  CatalogChanged,
  CheckedAll,
  CheckProgress,
  EvaluationChanged,
  LeftName,
  ParamsOf,
  PastSessionsProgress,
  ProblemsChanged,
  ResultOf,
  RevisionFileParams,
  RunChanged,
  ServerFacts,
  ServerRequestName,
  TriggerProgress,
} from '../../../server/src/protocol.ts';
import { hostName } from '../host/node/this-host.ts';
import { RunOnceScheduler } from '../run-once-scheduler.ts';
import { showLeftName } from '../skills/show-left-name.ts';
import { reportClosedTabs } from './closed-tabs.ts';
import { createLanguageClient, pullFindings } from './language-client.ts';
import { RepeatedFindings } from './repeated-findings.ts';
import { withRulePageLinks } from './rule-page-links.ts';
import { SavedRenames } from './saved-renames.ts';
import { StatusItem } from './status-item.ts';
import { answerVirtualFiles } from './virtual-files.ts';
import { WorkspaceRights } from './workspace-rights.ts';

/** The server is told about settings first: while it stops, that would fail. In milliseconds. */
const restartDelay = 500;

/** What exists once the server has been started. */
interface Started {
  readonly client: BaseLanguageClient;
  readonly status: StatusItem;
  readonly subscriptions: Disposable;
}

/**
 * The language server: started when it is first needed, restarted and stopped on request, and asked by everything in
 * the extension. Until it is needed, nothing is created but the events to listen to.
 */
export class LanguageServer implements Disposable {
  readonly #extension: Uri;
  readonly #runs: Uri | undefined;
  readonly #version: string;
  readonly #output: LogOutputChannel;
  readonly #catalogChanged = new EventEmitter<CatalogChanged>();
  readonly #previewChanged = new EventEmitter<void>();
  readonly #problemsChanged = new EventEmitter<ProblemsChanged>();
  readonly #checkedMore = new EventEmitter<CheckProgress>();
  readonly #checkedAll = new EventEmitter<CheckedAll | null>();
  readonly #runsChanged = new EventEmitter<void>();
  readonly #runChanged = new EventEmitter<RunChanged>();
  readonly #evaluationsChanged = new EventEmitter<void>();
  readonly #evaluationChanged = new EventEmitter<EvaluationChanged>();
  readonly #triggersMeasured = new EventEmitter<TriggerProgress>();
  readonly #askedChanged = new EventEmitter<AskedSummary | null>();
  readonly #readMoreSessions = new EventEmitter<PastSessionsProgress>();
  readonly #pastUseChanged = new EventEmitter<void>();
  readonly #runningChanged = new EventEmitter<boolean>();
  /** Reads a file in a revision for the server. */
  #revisionFile: (params: RevisionFileParams) => Promise<string | null> = async () => null;
  readonly #rights: WorkspaceRights;
  #started: Started | undefined;
  /** Ends with the last start or stop that was requested. */
  #lastTurn: Promise<void> = Promise.resolve();

  constructor({ extensionUri, extension, storageUri, workspaceState }: ExtensionContext, output: LogOutputChannel) {
    this.#rights = new WorkspaceRights(workspaceState);
    this.#extension = extensionUri;
    this.#runs = storageUri && Uri.joinPath(storageUri, 'runs');
    this.#version = extension.packageJSON.version;
    this.#output = output;
  }

  /** The server reports that what is shown of its catalog may be out of date. */
  readonly onDidChangeCatalog: Event<CatalogChanged> = this.#catalogChanged.event;

  /** The server reports that previews may be out of date although their texts have not changed. */
  readonly onDidChangePreview: Event<void> = this.#previewChanged.event;

  /** A file in the tree has other problems than before. */
  readonly onDidChangeProblems: Event<ProblemsChanged> = this.#problemsChanged.event;

  /** "Check All" has checked another file. */
  readonly onDidCheckMore: Event<CheckProgress> = this.#checkedMore.event;

  /** What all files have, from "Check All" on; null once that is cleared. */
  readonly onDidCheckAll: Event<CheckedAll | null> = this.#checkedAll.event;

  /** The list of runs has changed. */
  readonly onDidChangeRuns: Event<void> = this.#runsChanged.event;

  /** More has happened in a run. */
  readonly onDidChangeRun: Event<RunChanged> = this.#runChanged.event;

  /** Files of evaluations have changed, or what they belong to. */
  readonly onDidChangeEvaluations: Event<void> = this.#evaluationsChanged.event;

  /** Something has happened in a run of evaluations. */
  readonly onDidChangeEvaluation: Event<EvaluationChanged> = this.#evaluationChanged.event;

  /** A query of a trigger set was asked once more. */
  readonly onDidMeasureTriggers: Event<TriggerProgress> = this.#triggersMeasured.event;

  /** What the installed Claude Code has said about the skills; null if it was not asked, or was stopped. */
  readonly onDidChangeAsked: Event<AskedSummary | null> = this.#askedChanged.event;

  /** More of the transcripts of past sessions has been read. */
  readonly onDidReadMoreSessions: Event<PastSessionsProgress> = this.#readMoreSessions.event;

  /** Other past uses of skills are known than before. */
  readonly onDidChangePastUse: Event<void> = this.#pastUseChanged.event;

  /** The server has started, or has ended, even unexpectedly. */
  readonly onDidChangeRunning: Event<boolean> = this.#runningChanged.event;

  /**
   * Starts the server unless that was done before. A failure is shown in the status item and the output, never as a
   * notification.
   */
  ensureStarted(): void {
    this.#startOnce();
  }

  /** Asks the server, which is started if necessary. Rejects if it does not run or the request fails. */
  async request<Name extends ServerRequestName>(
    name: Name,
    params: ParamsOf<Name>,
    token?: CancellationToken,
  ): Promise<ResultOf<Name>> {
    const { client } = this.#startOnce();
    await this.#lastTurn;
    // A missing token would be sent as one more parameter.
    return token ? client.sendRequest(name, params, token) : client.sendRequest(name, params);
  }

  /** Asks the user whether what the workspace's settings let Claude Code do counts. False if nothing should start. */
  async askAboutRights(): Promise<boolean> {
    return this.#rights.ask(async () => {
      const { client } = this.#startOnce();
      await this.#lastTurn;
      await client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    });
  }

  /** Decides how the server gets files of revisions, which only Git's own extension reads. */
  answerRevisionFiles(read: (params: RevisionFileParams) => Promise<string | null>): void {
    this.#revisionFile = read;
  }

  /** Restarts the server, whatever its state, or starts it for the first time. */
  async restart(): Promise<void> {
    const started = this.#started;
    if (!started) return this.ensureStarted();
    await this.#inTurn(async () => {
      this.#output.info('Restarting the language server');
      await this.#stop(started);
      await this.#start(started);
    });
  }

  async stop(): Promise<void> {
    const started = this.#started;
    if (started) await this.#inTurn(() => this.#stop(started));
  }

  dispose(): void {
    this.#started?.subscriptions.dispose();
    this.#catalogChanged.dispose();
    this.#previewChanged.dispose();
    this.#problemsChanged.dispose();
    this.#checkedMore.dispose();
    this.#checkedAll.dispose();
    this.#runsChanged.dispose();
    this.#runChanged.dispose();
    this.#evaluationsChanged.dispose();
    this.#evaluationChanged.dispose();
    this.#triggersMeasured.dispose();
    this.#askedChanged.dispose();
    this.#readMoreSessions.dispose();
    this.#pastUseChanged.dispose();
    this.#runningChanged.dispose();
    void this.stop();
  }

  #startOnce(): Started {
    if (!this.#started) {
      const started = this.#create();
      this.#started = started;
      void this.#inTurn(() => this.#start(started));
    }
    return this.#started;
  }

  #create(): Started {
    const repeated: RepeatedFindings = new RepeatedFindings((document) => pullFindings(client, document));
    const renames = new SavedRenames();
    const middleware = {
      ...withRulePageLinks(repeated.middleware),
      ...renames.middleware,
      workspace: { configuration: this.#rights.configuration },
    };
    const client = createLanguageClient({ extension: this.#extension, runs: this.#runs }, this.#output, middleware);
    const status = new StatusItem();
    const restarting = new RunOnceScheduler(restartDelay, () => void this.restart());
    return {
      client,
      status,
      subscriptions: Disposable.from(
        repeated,
        renames,
        status,
        client.onDidChangeState(({ oldState, newState }) => {
          showState(client, status);
          // Trust may have been granted while the server started.
          if (newState === State.Running) sendTrust(client);
          // The library restarts a server that has crashed: until then there is nothing to report.
          if (newState !== State.Starting && newState !== oldState)
            this.#runningChanged.fire(newState === State.Running);
        }),
        client.onNotification('skillwright/catalogChanged', (change: CatalogChanged) =>
          this.#catalogChanged.fire(change),
        ),
        client.onNotification('skillwright/previewChanged', () => this.#previewChanged.fire()),
        client.onNotification('skillwright/problemsChanged', (change: ProblemsChanged) =>
          this.#problemsChanged.fire(change),
        ),
        client.onNotification('skillwright/checkProgress', (progress: CheckProgress) =>
          this.#checkedMore.fire(progress),
        ),
        client.onNotification('skillwright/runsChanged', () => this.#runsChanged.fire()),
        client.onNotification('skillwright/runChanged', (change: RunChanged) => this.#runChanged.fire(change)),
        client.onNotification('skillwright/checkedAll', (all: CheckedAll | null) => this.#checkedAll.fire(all)),
        client.onNotification('skillwright/askedChanged', (asked: AskedSummary | null) => {
          status.showAsked(asked ?? undefined);
          this.#askedChanged.fire(asked);
        }),
        client.onNotification('skillwright/nameLeft', (left: LeftName) => void showLeftName(left)),
        client.onNotification('skillwright/triggersMeasured', (progress: TriggerProgress) =>
          this.#triggersMeasured.fire(progress),
        ),
        client.onNotification('skillwright/evaluationsChanged', () => this.#evaluationsChanged.fire()),
        client.onNotification('skillwright/evaluationChanged', (change: EvaluationChanged) =>
          this.#evaluationChanged.fire(change),
        ),
        client.onNotification('skillwright/pastSessionsProgress', (progress: PastSessionsProgress) =>
          this.#readMoreSessions.fire(progress),
        ),
        client.onNotification('skillwright/pastUseChanged', () => this.#pastUseChanged.fire()),
        client.onRequest('skillwright/revisionFile', (params: RevisionFileParams) => this.#revisionFile(params)),
        restarting,
        // What the server offers to the editor is fixed when it starts.
        workspace.onDidChangeConfiguration((change) => {
          if (change.affectsConfiguration('skillwright.checkClosedFiles')) restarting.schedule();
        }),
        // In which form the server gets the URIs of virtual folders is fixed, too.
        workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          if ([...added, ...removed].some(({ uri }) => uri.scheme !== 'file')) restarting.schedule();
        }),
        answerVirtualFiles(client),
        workspace.onDidGrantWorkspaceTrust(() => sendTrust(client)),
        reportClosedTabs(client),
      ),
    };
  }

  /** Waits for the previous start or stop: a client that is starting cannot be stopped. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(step);
    return this.#lastTurn;
  }

  async #start({ client, status }: Started): Promise<void> {
    const installed = status.findInstalledRelease();
    const started = performance.now();
    this.#output.info(`Skillwright ${this.#version}, ${env.appName} ${version}, ${hostName}`);
    try {
      await client.start();
      const milliseconds = performance.now() - started;
      this.#output.info(startedText(factsOf(client), await installed, milliseconds));
    } catch (error) {
      this.#output.error('The language server did not start', String(error));
      status.show('failed');
    }
  }

  async #stop({ client }: Started): Promise<void> {
    try {
      if (client.needsStop()) await client.stop();
    } catch (error) {
      this.#output.error('The language server did not stop in time', String(error));
    }
  }
}

function showState(client: BaseLanguageClient, status: StatusItem): void {
  status.show(client.state, factsOf(client)?.verifiedRelease);
}

function factsOf({ initializeResult }: BaseLanguageClient): ServerFacts | undefined {
  return initializeResult?.capabilities.experimental;
}

/** @param installed the release of Claude Code on this machine */
function startedText(facts: ServerFacts | undefined, installed: string | undefined, milliseconds: number): string {
  return [
    `The language server started in ${Math.round(milliseconds)} ms`,
    ...(facts ? [`verified with Claude Code ${facts.verifiedRelease}`] : []),
    installed === undefined ? 'no Claude Code found on this machine' : `Claude Code ${installed} is installed`,
  ].join('; ');
}

function sendTrust(client: BaseLanguageClient): void {
  if (workspace.isTrusted && client.isRunning())
    void client.sendNotification('skillwright/workspaceTrusted').catch(() => {});
}
