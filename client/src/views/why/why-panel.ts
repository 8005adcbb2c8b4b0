import { commands, Disposable, Position, Range, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import type { SkillInfo, WhyFix } from '../../../../server/src/protocol.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { overrideSkill } from '../../skills/override-skill.ts';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { pageHtml, pageOptions } from '../webview-page.ts';
import type { FromWhyPage, ToWhyPage } from './why-messages.ts';

/** The question that the panel answers about a skill. */
export type WhyQuestion = 'unused' | 'overused';

/** Changes of files come in bursts; the answer is requested again after one. In milliseconds. */
const refreshDelay = 200;

/** The page that explains why a skill is used or not. It is kept up to date while it is open. */
export class WhyPanel implements Disposable {
  readonly #extension: Uri;
  readonly #actions: SkillActions;
  readonly #subscriptions: Disposable;
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => void this.#answer());
  #panel: WebviewPanel | undefined;
  #asked: { readonly skill: string; readonly question: WhyQuestion } | undefined;
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

  show({ id, name }: SkillInfo, question: WhyQuestion): void {
    this.#asked = { skill: id, question };
    const panel = this.#panel ?? this.#open();
    panel.title = question === 'unused' ? `Why isn’t ${name} used?` : `Why is ${name} used?`;
    panel.reveal(undefined, false);
    void this.#answer();
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#subscriptions.dispose();
  }

  #open(): WebviewPanel {
    const options = { ...pageOptions(this.#extension), enableFindWidget: true };
    const panel = window.createWebviewPanel('skillwright.why', '', ViewColumn.Active, options);
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#ready = false;
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
    const place = new Position(fix.line ?? 0, 0);
    const options = fix.line === undefined ? {} : { selection: new Range(place, place) };
    await commands.executeCommand('vscode.open', Uri.parse(fix.uri), options);
  }

  async #answer(): Promise<void> {
    const asked = this.#asked;
    if (!asked || !this.#ready) return;
    const answer = await this.#ask(asked.skill, asked.question);
    // Another question may have been asked in the meantime.
    if (this.#asked === asked) void this.#panel?.webview.postMessage(answer);
  }

  async #ask(skill: string, question: WhyQuestion): Promise<ToWhyPage> {
    const name = question === 'unused' ? 'skillwright/whyUnused' : 'skillwright/whyOverused';
    try {
      const report = await this.#actions.server.request(name, { skill });
      if (report) return { kind: 'answer', report, trusted: workspace.isTrusted };
      return { kind: 'nothing', reason: 'The skill no longer exists.' };
    } catch (error) {
      this.#actions.output.error('Could not answer a question about a skill', String(error));
      return { kind: 'nothing', reason: 'The language server did not respond.' };
    }
  }
}
