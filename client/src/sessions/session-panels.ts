import { type Disposable, type Uri, ViewColumn, type WebviewPanel, type WebviewPanelSerializer, window } from 'vscode';
import { viewId } from '../contributions/view-id.ts';
import { pageOptions } from '../views/webview-page.ts';
import { readKeptSubject } from './read-session-message.ts';
import type { SessionSubject } from './session-messages.ts';
import { SessionPanel, type SessionPanelDependencies } from './session-panel.ts';

const viewType = viewId('sessions');

/** The tabs about past sessions, one for each skill and session. */
export class SessionPanels implements Disposable, WebviewPanelSerializer<unknown> {
  readonly #extension: Uri;
  readonly #dependencies: SessionPanelDependencies;
  readonly #registration: Disposable;
  #panels: SessionPanel[] = [];

  constructor(extension: Uri, dependencies: Omit<SessionPanelDependencies, 'open'>) {
    this.#extension = extension;
    this.#dependencies = { ...dependencies, open: (subject) => this.open(subject) };
    this.#registration = window.registerWebviewPanelSerializer(viewType, this);
  }

  open(subject: SessionSubject): void {
    const shown = this.#panels.find((it) => it.subject.kind === subject.kind && it.subject.id === subject.id);
    if (shown) {
      shown.panel.reveal(undefined, false);
      return;
    }
    const options = { ...pageOptions(this.#extension), enableFindWidget: true };
    this.#add(window.createWebviewPanel(viewType, 'Past Sessions', ViewColumn.Active, options), subject);
  }

  async deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const subject = readKeptSubject(state);
    if (subject) this.#add(panel, subject);
    else panel.dispose();
  }

  dispose(): void {
    this.#registration.dispose();
    for (const { panel } of [...this.#panels]) panel.dispose();
  }

  #add(panel: WebviewPanel, subject: SessionSubject): void {
    const shown = new SessionPanel(panel, subject, this.#extension, this.#dependencies);
    this.#panels.push(shown);
    panel.onDidDispose(() => {
      this.#panels = this.#panels.filter((it) => it !== shown);
      shown.dispose();
    });
  }
}
