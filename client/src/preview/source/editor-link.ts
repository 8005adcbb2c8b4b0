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
import { SourceMapping } from './source-mapping.ts';

/** Scrolling one side scrolls the other, which must not scroll back. In milliseconds. */
const echoTime = 300;

/** How long an editor that opens takes to show its lines. In milliseconds. */
const openingTime = 1_000;

/** Events of the editor, as ranges and offsets in the text of the preview. */
interface EditorLinkEvents {
  /** Whether the preview stays where it is when an editor of its file opens. */
  isLocked(): boolean;
  point(range: OffsetRange | undefined): void;
  scroll(offset: number): void;
}

/** Keeps a preview and the editors of its file in sync: selection and scrolling. */
export class EditorLink implements Disposable {
  readonly #events: EditorLinkEvents;
  readonly #subscriptions: Disposable;
  #uri: Uri | undefined;
  #preview: InvocationPreview | undefined;
  #mapping: { readonly version: number; readonly mapping: SourceMapping } | undefined;
  /** The text of the file on disk, if the preview is of that and not of an editor's text. */
  #textOnDisk: string | undefined;
  /** Until then, scrolling of the editor is caused by the page. */
  #echoUntil = 0;
  /** The first line that an editor of the file showed last. */
  #topLine: number | undefined;

  constructor(events: EditorLinkEvents) {
    this.#events = events;
    this.#subscriptions = Disposable.from(
      window.onDidChangeVisibleTextEditors(() => this.#onOpened()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#point(textEditor)),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scroll(textEditor)),
    );
  }

  /** The file and its preview; undefined while there is none. */
  show(uri: Uri | undefined, preview: InvocationPreview | undefined): void {
    if (uri?.toString() !== this.#uri?.toString()) this.#topLine = undefined;
    this.#uri = uri;
    this.#preview = preview;
    this.#mapping = undefined;
    this.#textOnDisk = undefined;
    if (uri && preview && preview.version === undefined) void this.#readFromDisk(uri, preview);
    else this.#pointAtCursor();
  }

  /** Selects a range of the file, in an editor that is opened if necessary. */
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

  /** The page shows this offset of the text at its top. */
  scrollTo(offset: number): void {
    const editor = this.#editor();
    if (!editor || !isOn('scrollEditorWithPreview', this.#uri)) return;
    const source = this.#mappingFor(editor)?.toSource(offset);
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

  /** An editor that opens shows its own position, to which nobody has scrolled. */
  #onOpened(): void {
    if (this.#events.isLocked()) this.#echoUntil = Date.now() + openingTime;
  }

  #pointAtCursor(): void {
    const editor = this.#editor();
    if (editor && this.#preview) this.#point(editor);
  }

  #point(editor: TextEditor): void {
    const mapping = this.#mappingFor(editor);
    if (!mapping) return;
    const { document, selection } = editor;
    const start = mapping.toText(document.offsetAt(selection.start));
    const end = mapping.toText(document.offsetAt(selection.end));
    this.#events.point(start === undefined || end === undefined ? undefined : { start, end });
  }

  #scroll(editor: TextEditor): void {
    const top = editor.visibleRanges[0]?.start;
    if (!top || !this.#shows(editor)) return;
    // An editor that opens again shows the lines that it showed before.
    const isSame = top.line === this.#topLine;
    this.#topLine = top.line;
    if (isSame || Date.now() < this.#echoUntil || !isOn('scrollPreviewWithEditor', this.#uri)) return;
    const mapping = this.#mappingFor(editor);
    if (mapping) this.#events.scroll(mapping.toText(editor.document.offsetAt(top)) ?? 0);
  }

  #editor(): TextEditor | undefined {
    return window.visibleTextEditors.find((editor) => this.#shows(editor));
  }

  #shows({ document }: TextEditor): boolean {
    return document.uri.toString() === this.#uri?.toString();
  }

  /** Whether the offsets of a preview apply to a document. */
  #isOf({ version }: InvocationPreview, document: TextDocument): boolean {
    return version === undefined ? document.getText() === this.#textOnDisk : version === document.version;
  }

  /** Undefined for another file, and while the preview is older than the editor's text. */
  #mappingFor(editor: TextEditor): SourceMapping | undefined {
    const preview = this.#preview;
    const { version } = editor.document;
    if (!preview || !this.#shows(editor) || !this.#isOf(preview, editor.document)) return undefined;
    if (this.#mapping?.version !== version)
      this.#mapping = { version, mapping: new SourceMapping(preview, editor.document.getText()) };
    return this.#mapping.mapping;
  }
}

/** The settings of VS Code's markdown preview apply to this one too. */
function isOn(name: 'scrollEditorWithPreview' | 'scrollPreviewWithEditor', uri: Uri | undefined): boolean {
  return workspace.getConfiguration('markdown.preview', uri).get(name, true);
}
