import {
  commands,
  Disposable,
  env,
  Position,
  Range,
  RelativePattern,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import { createAndOpen } from '../changes/create-and-open.ts';
import { commandId } from '../contributions/command-id.ts';
import { viewId } from '../contributions/view-id.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { RunOnceScheduler } from '../run-once-scheduler.ts';
import type { SkillOverrides } from '../skills/skill-overrides.ts';
import { labelText } from '../text/displayed-text.ts';
import { pageHtml, pageOptions } from '../views/webview-page.ts';
import type { Answer, AnswerFix, FromAnswerPage, ToAnswerPage } from './answer-messages.ts';

interface Question {
  /** The title of the tab. */
  readonly title: string;
  /**
   * Asks the server; null if what the question is about is no longer there.
   *
   * @param request what the user typed to Claude Code, if the page asks for it
   */
  ask(request: string | undefined): Promise<readonly Answer[] | null>;
  /** The user has read the answer. */
  markReviewed?(): void;
  /** Whether the page asks what the user typed. */
  readonly asksForRequest?: boolean;
  /** The sentence shown then; absent if the answer is known. */
  readonly gone?: string;
  /** The folder on whose files the answer depends, if the skills that are loaded do not tell that it has changed. */
  readonly folder?: Uri;
}

/** Changes of files come in bursts; the answer is requested again after one. In milliseconds. */
const refreshDelay = 200;

/** How long the status bar says that something was copied. In milliseconds. */
const confirmationTime = 4_000;

/**
 * The page that answers one question at a time: why a skill is used or not, where it is from, whether a plugin can be
 * published, whether Claude Code sends what the preview shows, how often a skill triggers. The answer is kept up to date while it is open.
 */
export class AnswerPanel implements Disposable {
  readonly #extension: Uri;
  readonly #failures: FailureReporter;
  readonly #overrides: SkillOverrides;
  readonly #subscriptions: Disposable;
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => void this.#answer());
  #panel: WebviewPanel | undefined;
  #asked: Question | undefined;
  /** It stays for the next skill: after asking why one was not used, the user may ask why another one was. */
  #request = '';
  #watching: Disposable | undefined;
  #ready = false;

  constructor(extension: Uri, server: LanguageServer, failures: FailureReporter, overrides: SkillOverrides) {
    this.#extension = extension;
    this.#failures = failures;
    this.#overrides = overrides;
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      server.on('catalogChanged', () => this.#refreshing.schedule()),
      server.onDidChangeRunning(() => this.#refreshing.schedule()),
      workspace.onDidGrantWorkspaceTrust(() => this.#refreshing.schedule()),
    );
  }

  show(question: Question): void {
    this.#asked = question;
    this.#watch(question.folder);
    const panel = this.#panel ?? this.#open();
    panel.title = question.title;
    panel.reveal(undefined, false);
    void this.#answer();
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#subscriptions.dispose();
  }

  #watch(folder: Uri | undefined): void {
    this.#watching?.dispose();
    if (!folder) {
      this.#watching = undefined;
      return;
    }
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '**'));
    const changed = () => this.#refreshing.schedule();
    this.#watching = Disposable.from(
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(changed),
      // The README of the repository may count, too.
      workspace.onDidSaveTextDocument(changed),
    );
  }

  #open(): WebviewPanel {
    const options = { ...pageOptions(this.#extension), enableFindWidget: true };
    const panel = window.createWebviewPanel(viewId('answer'), '', ViewColumn.Active, options);
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#ready = false;
      this.#watch(undefined);
    });
    panel.webview.onDidReceiveMessage((message: FromAnswerPage) => this.#receive(message));
    panel.webview.html = pageHtml(panel.webview, this.#extension, 'answer', 'Answer');
    this.#panel = panel;
    return panel;
  }

  async #receive(message: FromAnswerPage): Promise<void> {
    if (message.kind === 'open') {
      await openAt(message.uri, message.line);
    } else if (message.kind === 'request') {
      this.#request = message.text.trim();
      await this.#answer();
    } else if (message.kind === 'fix') {
      await this.#fix(message.fix);
    } else {
      this.#ready = true;
      await this.#answer();
    }
  }

  async #fix(fix: AnswerFix): Promise<void> {
    if (fix.kind === 'override') {
      if (workspace.isTrusted) await this.#overrides.set({ skill: fix.skill }, fix.value, '');
      return;
    }
    if (fix.kind === 'measure' || fix.kind === 'improve') {
      const command = fix.kind === 'measure' ? 'measureTriggering' : 'improveDescription';
      await commands.executeCommand(commandId(command), Uri.parse(fix.uri));
      return;
    }
    if (fix.kind === 'rewrite') {
      await commands.executeCommand(commandId('fixWithClaudeCode'), { file: fix.uri, rules: fix.rules });
      return;
    }
    if (fix.kind === 'portable' || fix.kind === 'upload') {
      const command = fix.kind === 'portable' ? 'makePortable' : 'uploadSkill';
      await commands.executeCommand(commandId(command), { file: fix.uri });
      return;
    }
    if (fix.kind === 'compare') {
      await commands.executeCommand('vscode.diff', Uri.parse(fix.left), Uri.parse(fix.right), fix.tab);
      return;
    }
    if (fix.kind === 'changes') {
      await commands.executeCommand('vscode.changes', labelText(fix.tab), fix.files.flatMap(comparedFile));
      return;
    }
    if (fix.kind === 'copy') {
      await env.clipboard.writeText(fix.text);
      window.setStatusBarMessage(`Copied: ${labelText(fix.text)}`, confirmationTime);
      return;
    }
    if (fix.kind === 'create') {
      if (workspace.isTrusted) await createAndOpen(Uri.parse(fix.uri), fix.text);
      return;
    }
    if (fix.kind === 'reviewed') {
      this.#asked?.markReviewed?.();
      await this.#answer();
      return;
    }
    await openAt(fix.uri, fix.line);
  }

  async #answer(): Promise<void> {
    const asked = this.#asked;
    if (!asked || !this.#ready) return;
    const answer = await this.#ask(asked);
    // Another question may have been asked in the meantime.
    if (this.#asked === asked) void this.#panel?.webview.postMessage(answer);
  }

  async #ask({ ask, gone = 'It is no longer there.', asksForRequest = false }: Question): Promise<ToAnswerPage> {
    const request = asksForRequest ? this.#request : undefined;
    try {
      const answers = await ask(request || undefined);
      if (!answers) return { kind: 'nothing', reason: gone };
      return { kind: 'answer', answers, trusted: workspace.isTrusted, request };
    } catch (error) {
      this.#failures.log('Could not answer a question', String(error));
      return { kind: 'nothing', reason: 'The language server did not respond.' };
    }
  }
}

/** A pair as VS Code compares it, with the file that names it. */
function comparedFile({ before, after }: { readonly before: string | null; readonly after: string | null }) {
  const [old, now] = [before, after].map((uri) => (uri === null ? undefined : Uri.parse(uri)));
  const label = now ?? old;
  return label ? [[label, old, now] as const] : [];
}

/** @param line zero-based */
async function openAt(uri: string, line: number | undefined): Promise<void> {
  const place = new Position(line ?? 0, 0);
  const options = line === undefined ? {} : { selection: new Range(place, place) };
  await commands.executeCommand('vscode.open', Uri.parse(uri), options);
}
