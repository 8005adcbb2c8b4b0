import {
  Disposable,
  languages,
  Uri,
  ViewColumn,
  type WebviewPanel,
  type WebviewPanelSerializer,
  window,
  workspace,
} from 'vscode';
import { uriAfterMove } from '../changes/file-uris.ts';
import { setContext } from '../contributions/set-context.ts';
import { viewId } from '../contributions/view-id.ts';
import { documentSelector } from '../language-server/document-selector.ts';
import { pageOptions } from '../views/webview-page.ts';
import { readKeptPreview } from './page/read-page-message.ts';
import { PreviewPanel, type PreviewPanelParts } from './preview-panel.ts';

const viewType = viewId('preview');

/** All open previews: one follows the editor, others may be locked to their skill, as in VS Code's markdown preview. */
export class PreviewPanels implements Disposable, WebviewPanelSerializer<unknown> {
  readonly #parts: PreviewPanelParts;
  readonly #subscriptions: Disposable;
  /** Most recently active first. */
  #panels: PreviewPanel[] = [];

  constructor(parts: PreviewPanelParts) {
    this.#parts = parts;
    this.#subscriptions = Disposable.from(
      window.registerWebviewPanelSerializer(viewType, this),
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor) this.#follow(editor.document.uri);
      }),
      workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) this.#move(oldUri, newUri);
      }),
    );
  }

  /** The preview that commands act on: the active one, or else the one that was active last. */
  get current(): PreviewPanel | undefined {
    return this.#panels.find(({ panel }) => panel.active) ?? this.#panels[0];
  }

  get all(): readonly PreviewPanel[] {
    return this.#panels;
  }

  /**
   * Previews a skill in the panel that follows the editor. Opens one to the side if there is none.
   *
   * @param text the arguments, if they are not those that were previewed before
   */
  open(uri: Uri, text?: string): void {
    const preview = this.#panels.find(({ locked }) => !locked) ?? this.#create();
    preview.show(uri, text);
    preview.panel.reveal(undefined, false);
    preview.focus();
  }

  async deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const kept = readKeptPreview(state);
    const preview = this.#add(panel, kept.locked === true);
    const uri = uriOf(kept.uri) ?? window.activeTextEditor?.document.uri;
    if (uri) preview.show(uri, kept.arguments ?? '');
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const { panel } of [...this.#panels]) panel.dispose();
  }

  #create(): PreviewPanel {
    const opensToSide = window.tabGroups.activeTabGroup.activeTab !== undefined;
    const column = opensToSide ? ViewColumn.Beside : ViewColumn.Active;
    const options = { ...pageOptions(this.#parts.extension), enableFindWidget: true };
    return this.#add(window.createWebviewPanel(viewType, '', column, options), false);
  }

  #add(panel: WebviewPanel, locked: boolean): PreviewPanel {
    const preview = new PreviewPanel(panel, this.#parts, locked);
    this.#panels = [preview, ...this.#panels];
    this.#updateContextKeys();
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#panels = [preview, ...this.#panels.filter((it) => it !== preview)];
      this.#updateContextKeys();
    });
    preview.onDidChange(() => this.#updateContextKeys());
    panel.onDidDispose(() => {
      this.#panels = this.#panels.filter((it) => it !== preview);
      preview.dispose();
      this.#updateContextKeys();
    });
    return preview;
  }

  #follow(uri: Uri): void {
    const document = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
    // For other documents the preview does not change, and the server is not asked.
    if (!document || languages.match(documentSelector, document) === 0) return;
    for (const preview of this.#panels) void preview.follow(uri);
  }

  #move(from: Uri, to: Uri): void {
    for (const preview of this.#panels) {
      const uri = preview.target?.uri;
      if (!uri || !(uri.toString() === from.toString() || uri.toString().startsWith(`${from}/`))) continue;
      preview.show(uriAfterMove(uri, from, to), preview.target?.arguments);
    }
  }

  #updateContextKeys(): void {
    const isLocked = this.#panels.some(({ panel, locked }) => panel.active && locked);
    void setContext('previewLocked', isLocked);
    void setContext('previewOpen', this.#panels.length > 0);
  }
}

/** Undefined if there is none, or if it is not a valid URI. */
function uriOf(kept: string | undefined): Uri | undefined {
  try {
    return kept === undefined ? undefined : Uri.parse(kept, true);
  } catch {
    return undefined;
  }
}
