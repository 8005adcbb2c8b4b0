import { commands, Disposable, Position, Range, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import type { SkillInfo, WhyMend } from '../../../../server/src/protocol.ts';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { switchSkill } from '../../skills/switch-skill.ts';
import { pageHtml, pageOptions } from '../webview-page.ts';
import type { FromWhyPage, ToWhyPage } from './why-messages.ts';

/** The two questions that a person asks of a skill that does not behave. */
export type WhyQuestion = 'unused' | 'overused';

/** Changes of files come in bursts; the answer is asked for again when one has ended. In milliseconds. */
const refreshDelay = 200;

/** The page that answers "why?" for one skill after the other. It keeps up with the files while it is open. */
export class WhyPanel implements Disposable {
  readonly #extension: Uri;
  readonly #actions: SkillActions;
  readonly #subscriptions: Disposable;
  #panel: WebviewPanel | undefined;
  #asked: { readonly skill: string; readonly question: WhyQuestion } | undefined;
  #ready = false;
  #refreshTimer: NodeJS.Timeout | undefined;

  constructor(extension: Uri, actions: SkillActions) {
    this.#extension = extension;
    this.#actions = actions;
    this.#subscriptions = Disposable.from(
      actions.server.onDidChangeCatalog(() => this.#refreshSoon()),
      actions.server.onDidChangeRunning(() => this.#refreshSoon()),
      workspace.onDidGrantWorkspaceTrust(() => this.#refreshSoon()),
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
    clearTimeout(this.#refreshTimer);
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
    } else if (message.kind === 'mend') {
      await this.#mend(message.mend);
    } else {
      this.#ready = true;
      await this.#answer();
    }
  }

  async #mend(mend: WhyMend): Promise<void> {
    if (mend.kind === 'override') {
      if (workspace.isTrusted) await switchSkill(this.#actions, { skill: mend.skill }, mend.value, '');
      return;
    }
    const place = new Position(mend.line ?? 0, 0);
    const options = mend.line === undefined ? {} : { selection: new Range(place, place) };
    await commands.executeCommand('vscode.open', Uri.parse(mend.uri), options);
  }

  async #answer(): Promise<void> {
    const asked = this.#asked;
    if (!asked || !this.#ready) return;
    const answer = await this.#ask(asked.skill, asked.question);
    // Another question may have been asked meanwhile.
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

  #refreshSoon(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => void this.#answer(), refreshDelay);
  }
}
