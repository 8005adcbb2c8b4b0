import {
  CancellationTokenSource,
  ConfigurationTarget,
  Disposable,
  type Event,
  EventEmitter,
  type LogOutputChannel,
  window,
  workspace,
} from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import { registerCommand } from '../contributions/register-command.ts';
import { setContext } from '../contributions/set-context.ts';
import { type SettingName, settings } from '../contributions/settings.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { SkillsView } from '../skills/view/skills-view.ts';

const setting = 'pastSessions.enabled' satisfies SettingName;

/** Reading that takes no longer shows no progress. In milliseconds. */
const shortReading = 500;

/** The server learns of a new setting a moment after it was written. */
const settingAttempts = 20;
const settingDelay = 100;

/**
 * Whether and when the transcripts of past sessions are read: once the user has allowed it, in the background, whenever the
 * Skills view or the budget is opened or refreshed. After the first time, only changed files are read.
 */
export class PastSessions implements Disposable {
  readonly #server: LanguageServer;
  readonly #view: SkillsView;
  readonly #output: LogOutputChannel;
  readonly #subscriptions: Disposable;
  readonly #changed = new EventEmitter<void>();
  #reading: CancellationTokenSource | undefined;

  constructor(server: LanguageServer, view: SkillsView, output: LogOutputChannel) {
    this.#server = server;
    this.#view = view;
    this.#output = output;
    const readIfVisible = () => {
      if (view.visible) this.readSoon();
    };
    this.#subscriptions = Disposable.from(
      this.#changed,
      view.onDidChangeVisibility(readIfVisible),
      view.onDidReload(readIfVisible),
      // Sessions that were read are forgotten with the server.
      server.onDidChangeRunning((isRunning) => {
        if (isRunning) readIfVisible();
      }),
      server.on('pastUseChanged', () => {
        view.refreshSoon();
        this.#changed.fire();
      }),
      workspace.onDidGrantWorkspaceTrust(readIfVisible),
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(`skillwright.${setting}`)) return;
        if (this.isAllowed) readIfVisible();
        else this.stop();
      }),
      registerCommand('stopReadingSessions', () => this.stop()),
    );
  }

  /** Other uses of skills are known than before. */
  readonly onDidChange: Event<void> = this.#changed.event;

  /** Whether the user has allowed it. The server makes sure of it. */
  get isAllowed(): boolean {
    return isPossible() && settings().get(setting) === true;
  }

  /** Asks the user, unless they have allowed it before. Returns whether they do. */
  async allow(): Promise<boolean> {
    if (this.isAllowed) return true;
    if (!isPossible()) throw new Error('past sessions are only read in a trusted workspace on this machine');
    const read = 'Read Transcripts';
    if ((await window.showInformationMessage(question, { modal: true, detail }, read)) !== read) return false;
    await settings().update(setting, true, ConfigurationTarget.Global);
    for (let attempt = 1; attempt <= settingAttempts; attempt++) {
      if (await this.#server.request('skillwright/mayReadPastSessions', {})) return true;
      await new Promise((resolve) => setTimeout(resolve, settingDelay));
    }
    throw new Error(`the setting skillwright.${setting} is not set`);
  }

  /** Reads what is new, in the background. */
  readSoon(): void {
    if (this.#reading || !this.isAllowed) return;
    void this.#read().catch((error) => this.#output.error('Could not read past sessions', String(error)));
  }

  stop(): void {
    this.#reading?.cancel();
  }

  dispose(): void {
    this.stop();
    this.#subscriptions.dispose();
  }

  async #read(): Promise<void> {
    const cancellation = new CancellationTokenSource();
    this.#reading = cancellation;
    const started = Date.now();
    const progress = this.#server.on('pastSessionsProgress', (it) => {
      if (Date.now() - started < shortReading) return;
      showReading(true);
      this.#view.showReading(it);
    });
    try {
      const read = await this.#server.request('skillwright/readPastSessions', {}, cancellation.token);
      if (read) this.#output.info(`${read.text} in ${Date.now() - started} ms`);
    } catch (error) {
      if (!cancellation.token.isCancellationRequested) throw error;
    } finally {
      progress.dispose();
      cancellation.dispose();
      this.#reading = undefined;
      showReading(false);
      this.#view.showReading(undefined);
    }
  }
}

/** Whether there can be transcripts of sessions in this workspace. */
function isPossible(): boolean {
  const folders = workspace.workspaceFolders ?? [];
  return workspace.isTrusted && !isInBrowser && folders.every(({ uri }) => uri.scheme === 'file');
}

function showReading(isReading: boolean): void {
  void setContext('readingSessions', isReading);
}

const question = 'Read the transcripts that Claude Code keeps of past sessions?';

const detail = [
  'They say how often each skill was used, in which sessions the model saw it, and what happened in a session.',
  'They are read on this machine. Nothing of them is stored, changed or sent.',
  'This turns on the setting “skillwright.pastSessions.enabled” for you, in all trusted workspaces.',
].join('\n\n');
