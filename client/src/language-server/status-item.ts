import { type Disposable, LanguageStatusSeverity, languages } from 'vscode';
import { State } from 'vscode-languageclient';
import { findInstalledClaudeCode } from '#host/installed-claude-code.ts';
import type { AnswerSummary } from '../../../server/src/protocol.ts';
import { commandId } from '../contributions/command-id.ts';
import { documentSelector } from './document-selector.ts';
import { isNewer } from './newer-release.ts';

/** The entry in the language status (`{}`) of the status bar, shown while one of our files is open. */
export class StatusItem implements Disposable {
  readonly #item = languages.createLanguageStatusItem('skillwright', documentSelector);
  #state: State | 'failed' = State.Starting;
  #verifiedRelease: string | undefined;
  #installedRelease: string | undefined;
  #asked: AnswerSummary | undefined;

  constructor() {
    this.#item.name = 'Skillwright';
    this.#update();
  }

  /** @param verifiedRelease the latest release of Claude Code that the running server was verified with */
  show(state: State | 'failed', verifiedRelease?: string): void {
    this.#state = state;
    this.#verifiedRelease = verifiedRelease;
    if (state !== State.Running) this.#asked = undefined;
    this.#update();
  }

  /** Shows whether the installed Claude Code agrees about the skills. */
  showAsked(asked: AnswerSummary | undefined): void {
    this.#asked = asked;
    this.#update();
  }

  /** Also shows the release of Claude Code on this machine, once it is found. */
  async findInstalledRelease(): Promise<string | undefined> {
    this.#installedRelease = await findInstalledClaudeCode();
    this.#update();
    return this.#installedRelease;
  }

  dispose(): void {
    this.#item.dispose();
  }

  #update(): void {
    const item = this.#item;
    item.busy = this.#state === State.Starting;
    item.severity = LanguageStatusSeverity.Information;
    item.command = { command: commandId('showOutput'), title: 'Show Output' };
    switch (this.#state) {
      case State.Running:
        item.text = 'Skillwright';
        this.#showReleases();
        break;
      case State.Starting:
        item.text = 'Skillwright is starting';
        item.detail = '';
        break;
      default:
        item.severity = LanguageStatusSeverity.Error;
        item.text = 'Skillwright has stopped';
        item.detail = 'Skills are not checked';
        item.command = { command: commandId('restartServer'), title: 'Restart' };
    }
  }

  /** A newer release is information, not a warning: there is one every few days. The popup cuts off long lines. */
  #showReleases(): void {
    const item = this.#item;
    const [verified, installed, asked] = [this.#verifiedRelease, this.#installedRelease, this.#asked];
    const isNewerInstalled = !!verified && installed !== undefined && isNewer(installed, verified);
    item.detail = verified ? `Verified with Claude Code ${verified}` : '';
    if (asked && asked.state !== 'asking') {
      item.detail = asked.text;
      if (asked.state === 'different') item.severity = LanguageStatusSeverity.Warning;
      item.command = { command: commandId('showAskedDocument'), title: 'Show' };
    } else if (isNewerInstalled) {
      item.detail += `; ${installed} is installed`;
      item.command = { command: commandId('askClaudeCode'), title: 'Ask It' };
    }
  }
}
