import {
  commands,
  Disposable,
  Position,
  Range,
  RelativePattern,
  Uri,
  ViewColumn,
  type WebviewPanel,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { WhyFix, WhyReport } from '../../../../server/src/protocol.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { overrideSkill } from '../../skills/override-skill.ts';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { pageHtml, pageOptions } from '../webview-page.ts';
import type { FromWhyPage, ToWhyPage } from './why-messages.ts';

/** A question that the panel answers about a skill or a plugin. */
export interface WhyQuestion {
  /** The title of the tab. */
  readonly title: string;
  /** Asks the server; null if what the question is about is no longer there. */
  ask(): Promise<readonly WhyReport[] | null>;
  /** What is said then, as a sentence. */
  readonly gone: string;
  /** The folder on whose files the answer depends, if the skills that are loaded do not tell that it has changed. */
  readonly folder?: Uri;
}

/** Changes of files come in bursts; the answer is requested again after one. In milliseconds. */
const refreshDelay = 200;

/**
 * The page that explains why a skill is used or not, or whether a plugin can be published: one answer at a time, which is
 * kept up to date while it is open.
 */
export class WhyPanel implements Disposable {
  readonly #extension: Uri;
  readonly #actions: SkillActions;
  readonly #subscriptions: Disposable;
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => void this.#answer());
  #panel: WebviewPanel | undefined;
  #asked: WhyQuestion | undefined;
  #watching: Disposable | undefined;
  #ready = false;

  constructor(extension: Uri, actions: SkillActions) {
    this.#extension = extension;
    this.#actions = actions;
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      actions.server.onDidChangeCatalog(() => this.#refreshing.schedule()),
      actions.server.onDidChangeRunning(() => this.#refreshing.schedule()),
      workspace.onDidGrantWorkspaceTrust(() => this.#refreshing.schedule()),
    );
  }

  show(question: WhyQuestion): void {
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
    const panel = window.createWebviewPanel('skillwright.why', '', ViewColumn.Active, options);
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#ready = false;
      this.#watch(undefined);
    });
    panel.webview.onDidReceiveMessage((message: FromWhyPage) => this.#receive(message));
    panel.webview.html = pageHtml(panel.webview, this.#extension, 'why', 'Why?');
    this.#panel = panel;
    return panel;
  }

  async #receive(message: FromWhyPage): Promise<void> {
    if (message.kind === 'open') {
      await commands.executeCommand('vscode.open', Uri.parse(message.uri));
    } else if (message.kind === 'fix') {
      await this.#fix(message.fix);
    } else {
      this.#ready = true;
      await this.#answer();
    }
  }

  async #fix(fix: WhyFix): Promise<void> {
    if (fix.kind === 'override') {
      if (workspace.isTrusted) await overrideSkill(this.#actions, { skill: fix.skill }, fix.value, '');
      return;
    }
    if (fix.kind === 'measure') {
      await commands.executeCommand('skillwright.measureTriggering', { skill: fix.skill });
      return;
    }
    if (fix.kind === 'create') {
      if (workspace.isTrusted) await createAndOpen(Uri.parse(fix.uri), fix.text);
      return;
    }
    const place = new Position(fix.line ?? 0, 0);
    const options = fix.line === undefined ? {} : { selection: new Range(place, place) };
    await commands.executeCommand('vscode.open', Uri.parse(fix.uri), options);
  }

  async #answer(): Promise<void> {
    const asked = this.#asked;
    if (!asked || !this.#ready) return;
    const answer = await this.#ask(asked);
    // Another question may have been asked in the meantime.
    if (this.#asked === asked) void this.#panel?.webview.postMessage(answer);
  }

  async #ask({ ask, gone }: WhyQuestion): Promise<ToWhyPage> {
    try {
      const reports = await ask();
      return reports ? { kind: 'answer', reports, trusted: workspace.isTrusted } : { kind: 'nothing', reason: gone };
    } catch (error) {
      this.#actions.output.error('Could not answer a question', String(error));
      return { kind: 'nothing', reason: 'The language server did not respond.' };
    }
  }
}

/** Creates a file, unless there is one by now, and shows it. */
async function createAndOpen(uri: Uri, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(text), ignoreIfExists: true });
  await workspace.applyEdit(edit);
  await commands.executeCommand('vscode.open', uri);
}
