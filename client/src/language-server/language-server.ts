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
import { hostName } from '#host/this-host.ts';
import type {
  ParamsOf,
  ResultOf,
  RevisionFileParams,
  ServerFacts,
  ServerNotificationName,
  ServerNotifications,
  ServerRequestName,
  SettingKey,
} from '../../../server/src/protocol.ts';
import { showLeftName } from '../changes/show-left-name.ts';
import { RunOnceScheduler } from '../run-once-scheduler.ts';
import { answerChatModels } from './chat-models.ts';
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

/** The client and its subscriptions, once the server has been started. */
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
  /** The notifications that somebody listens to. */
  readonly #reported = new Map<ServerNotificationName, EventEmitter<unknown>>();
  readonly #runningChanged = new EventEmitter<boolean>();
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

  /** The server has started, or has ended, even unexpectedly. */
  readonly onDidChangeRunning: Event<boolean> = this.#runningChanged.event;

  /** Listens to what the server reports, also before it has been started. */
  on<Name extends ServerNotificationName>(
    name: Name,
    listener: (params: ServerNotifications[Name]) => void,
  ): Disposable {
    let reported = this.#reported.get(name);
    if (!reported) {
      reported = new EventEmitter<unknown>();
      this.#reported.set(name, reported);
      if (this.#started) forward(this.#started.client, name, reported);
    }
    return reported.event((params) => listener(params as ServerNotifications[Name]));
  }

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
    for (const reported of this.#reported.values()) reported.dispose();
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
    const subscriptions = Disposable.from(
      repeated,
      renames,
      status,
      client.onDidChangeState(({ oldState, newState }) => {
        showState(client, status);
        // Trust may have been granted while the server started.
        if (newState === State.Running) sendTrust(client);
        // The library restarts a server that has crashed: until then there is nothing to report.
        if (newState !== State.Starting && newState !== oldState) this.#runningChanged.fire(newState === State.Running);
      }),
      this.on('askedChanged', (asked) => status.showAsked(asked ?? undefined)),
      this.on('nameLeft', (left) => void showLeftName(left)),
      client.onRequest('skillwright/revisionFile', (params: RevisionFileParams) => this.#revisionFile(params)),
      restarting,
      // The abilities that the server offers to the editor are fixed when it starts.
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('skillwright.checkClosedFiles' satisfies SettingKey)) restarting.schedule();
      }),
      // In which form the server gets the URIs of virtual folders is fixed, too.
      workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        if ([...added, ...removed].some(({ uri }) => uri.scheme !== 'file')) restarting.schedule();
      }),
      answerVirtualFiles(client),
      answerChatModels(client),
      workspace.onDidGrantWorkspaceTrust(() => sendTrust(client)),
      reportClosedTabs(client),
    );
    for (const [name, reported] of this.#reported) forward(client, name, reported);
    return { client, status, subscriptions };
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

/** As long as the client exists, which is as long as the server of this class does. */
function forward(client: BaseLanguageClient, name: ServerNotificationName, reported: EventEmitter<unknown>): void {
  client.onNotification(`skillwright/${name}`, (params: unknown) => reported.fire(params));
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
