import {
  Disposable,
  type LogOutputChannel,
  OverviewRulerLane,
  Range,
  Selection,
  type TextEditor,
  TextEditorRevealType,
  ThemeColor,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { GradedRun, GradedRunParams, MarkedRange } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { labelText } from '../text/displayed-text.ts';
import { VirtualDocuments } from '../views/virtual-documents.ts';

const scheme = 'skillwright-trace';

/** Its lines are long, and wrapped: see `configurationDefaults` in package.json. */
const language = 'skill-trace';

/** Documents whose marks are kept: the latest ones. */
const maxAnswers = 10;

/** Characters that are not allowed in the path of such a document, whose last part is the title of a tab. */
const notInTitles = /[/\\?#\r\n\t]+/g;

/** Which run is shown, for which grader. */
interface ShownRun {
  /** The file with the grader. */
  readonly uri: string;
  readonly grader: number;
  readonly run: number;
  readonly isRaw: boolean;
}

/**
 * Runs of evaluations as read-only documents, in which what a grader matched is marked. They follow the text of the
 * grader while it is typed.
 */
export class GradedRuns implements Disposable {
  readonly #server: LanguageServer;
  readonly #output: LogOutputChannel;
  readonly #documents = new VirtualDocuments(scheme, (uri) => this.#textOf(uri));
  readonly #answers = new Map<string, GradedRun>();
  readonly #mark = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px solid',
    borderColor: new ThemeColor('focusBorder'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.findMatchForeground'),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  readonly #heading = window.createTextEditorDecorationType({ fontWeight: 'bold' });
  readonly #subscriptions: Disposable;

  constructor(server: LanguageServer, output: LogOutputChannel) {
    this.#server = server;
    this.#output = output;
    this.#subscriptions = Disposable.from(
      this.#documents,
      this.#mark,
      this.#heading,
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#decorate(editor);
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === scheme) this.#decorateAll();
        else if (this.#follows(document.uri)) this.#documents.refreshSoon();
      }),
      server.on('previewChanged', () => this.#documents.refreshSoon()),
      server.onDidChangeRunning((isRunning) => {
        if (isRunning) this.#documents.refreshSoon();
      }),
    );
  }

  /** The run that the active editor shows. */
  get active(): ShownRun | undefined {
    const uri = window.activeTextEditor?.document.uri;
    return uri?.scheme === scheme ? shownIn(uri) : undefined;
  }

  /** The runs that can be shown instead of one. */
  get others(): readonly number[] {
    const uri = window.activeTextEditor?.document.uri;
    return (uri && this.#answers.get(uri.toString())?.runs) ?? [];
  }

  /** Shows a run, with the first match selected. */
  async open(answer: GradedRun, { uri, isRaw }: GradedRunParams): Promise<void> {
    const { name, grader, run } = answer;
    const shown: ShownRun = { uri, grader, run, isRaw };
    const title = `${labelText(name)} · run ${run + 1}${isRaw ? ' (raw)' : ''}`.replace(notInTitles, ' ').trim();
    const document = Uri.from({ scheme, path: `/${title}`, query: JSON.stringify(shown) });
    this.#keep(document, answer);
    await this.#documents.open(document, language, { preview: true });
    const editor = window.activeTextEditor;
    const [first] = answer.marks;
    if (editor?.document.uri.toString() !== document.toString()) return;
    this.#decorate(editor);
    if (!first) return;
    const range = rangeOf(first);
    editor.selection = new Selection(range.start, range.end);
    editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #textOf(uri: Uri): Promise<string> {
    try {
      const answer = await this.#server.request('skillwright/gradedRun', shownIn(uri));
      if (!answer) return 'This run is no longer available. Open it again from its grader.';
      this.#keep(uri, answer);
      // If only the marks are others, no document changes.
      this.#decorateAll();
      return answer.text;
    } catch (error) {
      this.#output.error('Could not read the run', String(error));
      return 'The run cannot be shown because the language server did not respond.';
    }
  }

  /** The latest last; a document that is given its language is closed for a moment, so those that are not open stay, too. */
  #keep(uri: Uri, answer: GradedRun): void {
    const key = uri.toString();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    for (const old of [...this.#answers.keys()].slice(0, -maxAnswers)) this.#answers.delete(old);
  }

  #follows(uri: Uri): boolean {
    const file = uri.toString();
    return workspace.textDocuments.some((it) => it.uri.scheme === scheme && shownIn(it.uri).uri === file);
  }

  #decorateAll(): void {
    for (const editor of window.visibleTextEditors) this.#decorate(editor);
  }

  #decorate(editor: TextEditor): void {
    const { document } = editor;
    if (document.uri.scheme !== scheme) return;
    const answer = this.#answers.get(document.uri.toString());
    // The ranges are those of another text while it changes.
    if (!answer || !isTextOf(document.getText(), answer.text)) return;
    editor.setDecorations(this.#mark, answer.marks.map(rangeOf));
    editor.setDecorations(this.#heading, answer.headings.map(rangeOf));
  }
}

/** Editors write all line endings alike. */
function isTextOf(shown: string, text: string): boolean {
  return shown === text || shown.replace(/\r\n?/g, '\n') === text.replace(/\r\n?/g, '\n');
}

function shownIn({ query }: Uri): ShownRun {
  return JSON.parse(query) as ShownRun;
}

function rangeOf({ start, end }: MarkedRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
