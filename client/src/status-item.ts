import { type Disposable, LanguageStatusSeverity, languages } from 'vscode';
import { State } from 'vscode-languageclient/node';
import { documentSelector } from './document-selector.ts';
import { isNewer } from './installed-claude-code.ts';

/** What the status item shows. */
export interface Status {
  readonly state: State | 'failed';
  /** The latest release of Claude Code that the server was verified with; undefined until the server said so. */
  readonly verifiedRelease: string | undefined;
  /** The release found on this machine. */
  readonly installedRelease: string | undefined;
}

/** The entry in the language status (`{}`) of the status bar, shown while one of our files is open. */
export class StatusItem implements Disposable {
  readonly #item = languages.createLanguageStatusItem('skillwright', documentSelector);

  constructor() {
    this.#item.name = 'Skillwright';
    this.show({ state: State.Starting, verifiedRelease: undefined, installedRelease: undefined });
  }

  show({ state, verifiedRelease, installedRelease }: Status): void {
    const item = this.#item;
    item.busy = state === State.Starting;
    item.severity = LanguageStatusSeverity.Information;
    item.command = { command: 'skillwright.showOutput', title: 'Show Output' };
    switch (state) {
      case State.Running:
        item.text = 'Skillwright';
        item.detail = verifiedRelease ? `Verified with Claude Code ${verifiedRelease}` : '';
        // Worth knowing, but nothing to act upon: new releases come every few days. The pop-up cuts off long lines.
        if (verifiedRelease && installedRelease && isNewer(installedRelease, verifiedRelease)) {
          item.detail = `Verified with Claude Code ${verifiedRelease}; ${installedRelease} is installed`;
        }
        break;
      case State.Starting:
        item.text = 'Skillwright is starting';
        item.detail = '';
        break;
      default:
        item.severity = LanguageStatusSeverity.Error;
        item.text = 'Skillwright has stopped';
        item.detail = 'Skills are not checked';
        item.command = { command: 'skillwright.restartServer', title: 'Restart' };
    }
  }

  dispose(): void {
    this.#item.dispose();
  }
}
