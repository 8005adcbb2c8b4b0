import { type Disposable, LanguageStatusSeverity, l10n, languages } from 'vscode';
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

/** The entry behind the `{}` of the status bar, shown while one of our files is open. */
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
    item.command = { command: 'skillwright.showOutput', title: l10n.t('Show Output') };
    switch (state) {
      case State.Running:
        item.text = l10n.t('Skillwright');
        item.detail = verifiedRelease ? l10n.t('Verified with Claude Code {0}', verifiedRelease) : '';
        // Worth knowing, but nothing to act upon: new releases come every few days. The pop-up cuts off long lines.
        if (verifiedRelease && installedRelease && isNewer(installedRelease, verifiedRelease)) {
          item.detail = l10n.t('Verified with Claude Code {0}; {1} is installed', verifiedRelease, installedRelease);
        }
        break;
      case State.Starting:
        item.text = l10n.t('Skillwright is starting');
        item.detail = '';
        break;
      default:
        item.severity = LanguageStatusSeverity.Error;
        item.text = l10n.t('Skillwright has stopped');
        item.detail = l10n.t('Skills are not checked');
        item.command = { command: 'skillwright.restartServer', title: l10n.t('Restart') };
    }
  }

  dispose(): void {
    this.#item.dispose();
  }
}
