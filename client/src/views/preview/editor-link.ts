import {
  Disposable,
  Position,
  Range,
  Selection,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  type Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { InvocationPreview, OffsetRange } from '../../../../server/src/protocol.ts';
import { positionOnDisk } from './position-on-disk.ts';
import { SourcePlaces } from './source-places.ts';

/** Scrolling one side scrolls the other, which must not answer. In milliseconds. */
const echoTime = 300;

/** What the link tells: places in the text of the preview. */
export interface EditorLinkEvents {
  point(place: OffsetRange | undefined): void;
  scroll(offset: number): void;
}

/** Holds a preview and the editors of its file together: the cursor, the selection and what is in sight. */
export class EditorLink implements Disposable {
  readonly #events: EditorLinkEvents;
  readonly #subscriptions: Disposable;
  #uri: Uri | undefined;
  #preview: InvocationPreview | undefined;
  #places: { readonly version: number; readonly places: SourcePlaces } | undefined;
  /** The text of the file on the disk, where the preview is of that and not of a text in the editor. */
  #textOnDisk: string | undefined;
  /** Until then the scrolling of the editor is the answer to that of the page. */
  #echoUntil = 0;

  constructor(events: EditorLinkEvents) {
    this.#events = events;
    this.#subscriptions = Disposable.from(
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#point(textEditor)),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scroll(textEditor)),
    );
  }

  /** The file and what was made of it; undefined while there is nothing to hold together. */
  show(uri: Uri | undefined, preview: InvocationPreview | undefined): void {
    this.#uri = uri;
    this.#preview = preview;
    this.#places = undefined;
    this.#textOnDisk = undefined;
    if (uri && preview && preview.version === undefined) void this.#readFromDisk(uri, preview);
    else this.#pointAtCursor();
  }

  /** Selects a part of the file, in an editor that is opened if need be. */
  async select({ start, end }: OffsetRange): Promise<void> {
    const uri = this.#uri;
    if (!uri) return;
    const textOnDisk = this.#textOnDisk;
    const document = await workspace.openTextDocument(uri);
    const toPosition = (offset: number): Position => {
      if (textOnDisk === undefined) return document.positionAt(offset);
      const { line, character } = positionOnDisk(textOnDisk, offset);
      return new Position(line, character);
    };
    const range = new Range(toPosition(start), toPosition(end));
    const viewColumn = this.#editor()?.viewColumn ?? ViewColumn.One;
    const editor = await window.showTextDocument(document, { viewColumn });
    editor.selection = new Selection(range.start, range.end);
    editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** The page shows this place of the text at its top. */
  scrollTo(offset: number): void {
    const editor = this.#editor();
    if (!editor || !isOn('scrollEditorWithPreview', this.#uri)) return;
    const source = this.#placesIn(editor)?.toSource(offset);
    const top = source === undefined ? new Position(0, 0) : editor.document.positionAt(source);
    this.#echoUntil = Date.now() + echoTime;
    editor.revealRange(new Range(top, top), TextEditorRevealType.AtTop);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #readFromDisk(uri: Uri, preview: InvocationPreview): Promise<void> {
    const bytes = await workspace.fs.readFile(uri).then(
      (read) => read,
      () => undefined,
    );
    if (this.#preview !== preview) return;
    this.#textOnDisk = bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    this.#pointAtCursor();
  }

  #pointAtCursor(): void {
    const editor = this.#editor();
    if (editor && this.#preview) this.#point(editor);
  }

  #point(editor: TextEditor): void {
    const places = this.#placesIn(editor);
    if (!places) return;
    const { document, selection } = editor;
    const start = places.toText(document.offsetAt(selection.start));
    const end = places.toText(document.offsetAt(selection.end));
    this.#events.point(start === undefined || end === undefined ? undefined : { start, end });
  }

  #scroll(editor: TextEditor): void {
    const top = editor.visibleRanges[0]?.start;
    if (!top || Date.now() < this.#echoUntil || !isOn('scrollPreviewWithEditor', this.#uri)) return;
    const places = this.#placesIn(editor);
    if (places) this.#events.scroll(places.toText(editor.document.offsetAt(top)) ?? 0);
  }

  #editor(): TextEditor | undefined {
    return window.visibleTextEditors.find((editor) => this.#shows(editor));
  }

  #shows({ document }: TextEditor): boolean {
    return document.uri.toString() === this.#uri?.toString();
  }

  /** Whether the offsets of a preview are those of a document. */
  #isOf({ version }: InvocationPreview, document: TextDocument): boolean {
    return version === undefined ? document.getText() === this.#textOnDisk : version === document.version;
  }

  /** Undefined for another file, and while the preview lags behind the editor. */
  #placesIn(editor: TextEditor): SourcePlaces | undefined {
    const preview = this.#preview;
    const { version } = editor.document;
    if (!preview || !this.#shows(editor) || !this.#isOf(preview, editor.document)) return undefined;
    if (this.#places?.version !== version)
      this.#places = { version, places: new SourcePlaces(preview, editor.document.getText()) };
    return this.#places.places;
  }
}

/** The settings of VS Code's own preview hold for this one too. */
function isOn(name: 'scrollEditorWithPreview' | 'scrollPreviewWithEditor', uri: Uri | undefined): boolean {
  return workspace.getConfiguration('markdown.preview', uri).get(name, true);
}
