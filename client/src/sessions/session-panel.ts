import { CancellationTokenSource, commands, Disposable, env, Uri, type WebviewPanel, window } from 'vscode';
import type { SessionStep } from '../../../server/src/protocol.ts';
import { commandId } from '../contributions/command-id.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { revealInvisible } from '../text/reveal-invisible.ts';
import { shortText } from '../text/short-text.ts';
import { pageHtml, pageOptions } from '../views/webview-page.ts';
import type { LoadedTexts } from './loaded-texts.ts';
import type { PastSessions } from './past-sessions.ts';
import { readSessionMessage } from './read-session-message.ts';
import type { FromSessionPage, SessionPageCommand, SessionSubject, ToSessionPage } from './session-messages.ts';

/** Steps that the page gets at a time: what takes no longer than a few frames. */
const portion = 100;

export interface SessionPanelDependencies {
  readonly server: LanguageServer;
  readonly failures: FailureReporter;
  readonly past: PastSessions;
  readonly texts: LoadedTexts;
  /** Opens another tab. */
  open(subject: SessionSubject): void;
}

/** The past sessions of a skill, or one session step by step, in an editor tab. They are read when the tab is shown. */
export class SessionPanel implements Disposable {
  readonly panel: WebviewPanel;
  readonly subject: SessionSubject;
  readonly #dependencies: SessionPanelDependencies;
  readonly #subscriptions: Disposable;
  #reading: CancellationTokenSource | undefined;
  /** The URI of what "Open" opens: the file of the skill, or the transcript. */
  #file: string | undefined;
  /** The steps that the page is still to get. */
  #steps: readonly SessionStep[] = [];

  constructor(panel: WebviewPanel, subject: SessionSubject, extension: Uri, dependencies: SessionPanelDependencies) {
    this.panel = panel;
    this.subject = subject;
    this.#dependencies = dependencies;
    this.#subscriptions = Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(readSessionMessage(message))),
      dependencies.server.on('pastSessionsProgress', (progress) => {
        if (this.#reading) this.#post({ kind: 'reading', subject, progress });
      }),
    );
    panel.title =
      subject.kind === 'skill' ? `Past Sessions of ${shortText(revealInvisible(subject.name))}` : 'Past Session';
    panel.webview.options = pageOptions(extension);
    panel.webview.html = pageHtml(panel.webview, extension, 'sessions', 'Past Sessions');
  }

  dispose(): void {
    this.#reading?.cancel();
    this.#subscriptions.dispose();
  }

  async #receive(message: FromSessionPage | undefined): Promise<void> {
    switch (message?.kind) {
      case 'ready':
        // VS Code creates the page again when it was hidden.
        return this.#read();
      case 'taken':
        return this.#sendSteps();
      case 'stop':
        this.#reading?.cancel();
        return;
      case 'command':
        return this.#run(message.command);
      case 'file':
        return this.#do('Could not open the file', async () => {
          if (this.#file !== undefined) await commands.executeCommand('vscode.open', Uri.parse(this.#file));
        });
      case 'copy':
        await env.clipboard.writeText(this.subject.id);
        window.setStatusBarMessage(`Copied: ${revealInvisible(this.subject.id)}`, 3_000);
        return;
      case 'session':
        return this.#dependencies.open({ kind: 'session', id: message.id });
      case 'skill':
        return this.#dependencies.open({ kind: 'skill', id: message.id, name: message.name });
      case 'compare':
        return this.#do('Could not compare the texts', () => this.#compare(message.line));
    }
  }

  async #run(command: SessionPageCommand): Promise<void> {
    if (command === 'restartServer') await commands.executeCommand(commandId('restartServer'));
    if (command !== 'allow') return this.#read();
    return this.#do('Could not read past sessions', async () => {
      if (await this.#dependencies.past.allow()) await this.#read();
    });
  }

  async #read(): Promise<void> {
    this.#reading?.cancel();
    const reading = new CancellationTokenSource();
    this.#reading = reading;
    this.#post({ kind: 'reading', subject: this.subject });
    try {
      const shown = await this.#ask(reading);
      if (this.#reading === reading && !shown) this.#post(notAllowed);
    } catch (error) {
      if (this.#reading !== reading) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (reading.token.isCancellationRequested) this.#post(stopped);
      else {
        this.#dependencies.failures.log('Could not show past sessions', reason);
        this.#post({ kind: 'nothing', title: 'This cannot be shown', advice: sentence(reason), command: 'again' });
      }
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
      reading.dispose();
    }
  }

  /** Returns whether the server may read past sessions. */
  async #ask({ token }: CancellationTokenSource): Promise<boolean> {
    const { subject } = this;
    const { server } = this.#dependencies;
    if (subject.kind === 'skill') {
      const sessions = await server.request('skillwright/skillSessions', { skill: subject.id }, token);
      if (!sessions) return false;
      this.#file = sessions.uri;
      this.#post({ kind: 'skill', subject, sessions });
      return true;
    }
    const found = await server.request('skillwright/pastSession', { id: subject.id }, token);
    if (!found) return false;
    const { steps, ...session } = found;
    this.#file = session.uri;
    this.#steps = steps;
    if (session.started !== undefined) this.panel.title = `Session of ${dayOf(session.started)}`;
    this.#post({ kind: 'session', subject, session });
    this.#sendSteps();
    return true;
  }

  #sendSteps(): void {
    if (this.#steps.length === 0) return;
    const steps = this.#steps.slice(0, portion);
    this.#steps = this.#steps.slice(portion);
    this.#post({ kind: 'steps', steps, isLast: this.#steps.length === 0 });
  }

  async #compare(line: string): Promise<void> {
    const { server, texts } = this.#dependencies;
    const found = await server.request('skillwright/loadedTexts', { id: this.subject.id, line });
    if (!found) throw new Error('the transcript or the skill no longer exists');
    await texts.compare(found);
  }

  #do(failure: string, work: () => Promise<void>): Promise<void> {
    return this.#dependencies.failures.guard(failure, work);
  }

  #post(message: ToSessionPage): void {
    void this.panel.webview.postMessage(message);
  }
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}

function dayOf(time: number): string {
  return new Date(time).toLocaleDateString('en', { month: 'short', day: 'numeric' });
}

const notAllowed: ToSessionPage = {
  kind: 'nothing',
  title: 'Past sessions are not read',
  advice: 'Skillwright reads the transcripts that Claude Code keeps only if you allow it, in trusted workspaces.',
  command: 'allow',
};

const stopped: ToSessionPage = {
  kind: 'nothing',
  title: 'Reading was stopped',
  advice: 'What was read so far is not read again.',
  command: 'again',
};
