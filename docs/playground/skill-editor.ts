import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import {
  forEachDiagnostic,
  type Diagnostic as LintDiagnostic,
  lintKeymap,
  nextDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import { hoverTooltips, type LSPClient, serverCompletion } from '@codemirror/lsp-client';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { coloredParts } from './colored-parts.ts';
import { skillLanguage } from './skill-language.ts';

/** What happens in the editor. */
interface SkillEditorEvents {
  changed(): void;
  /** The user asks what can be done at the cursor. */
  fix(): void;
}

/** The editor of the skill. What marks, colors and explains the text comes from the language server. */
export class SkillEditor {
  readonly view: EditorView;
  readonly #client: LSPClient;
  readonly #events: SkillEditorEvents;

  constructor(parent: HTMLElement, client: LSPClient, events: SkillEditorEvents) {
    this.#client = client;
    this.#events = events;
    this.view = new EditorView({ parent, extensions: allowedStyles() });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another skill. */
  open(uri: string, text: string): void {
    // Its plugins close the skill before this one, which has to be gone for the server when the next is opened.
    this.view.setState(EditorState.create({ extensions: allowedStyles() }));
    this.view.setState(
      EditorState.create({
        doc: text,
        extensions: [
          allowedStyles(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': 'Skill',
            'aria-describedby': 'keys',
            autocapitalize: 'off',
            spellcheck: 'false',
          }),
          EditorView.updateListener.of(({ docChanged }) => docChanged && this.#events.changed()),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          bracketMatching(),
          closeBrackets(),
          skillLanguage(),
          coloredParts(),
          tooltips({ parent: document.body }),
          serverCompletion({ override: true }),
          autocompletion({ icons: false }),
          hoverTooltips(),
          this.#client.plugin(uri, 'markdown'),
          // Tab is not among the keys: it leaves the editor.
          keymap.of([
            { key: 'F8', run: (view) => this.#next(view) },
            { key: 'Mod-.', run: () => this.#fix() },
            ...lintKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
        ],
      }),
    );
  }

  show(findings: readonly LintDiagnostic[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, findings));
  }

  select(from: number, to: number): void {
    const { length } = this.view.state.doc;
    this.view.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }),
    });
    this.view.focus();
  }

  /** Goes to the next finding, and tells a screen reader what it says. */
  #next(view: EditorView): boolean {
    if (!nextDiagnostic(view)) return false;
    const { from } = view.state.selection.main;
    const messages: string[] = [];
    forEachDiagnostic(view.state, (finding, start) => {
      if (start === from) messages.push(`${finding.severity}: ${finding.message}`);
    });
    view.dispatch({ effects: messages.map((message) => EditorView.announce.of(message)) });
    return true;
  }

  #fix(): boolean {
    this.#events.fix();
    return true;
  }
}

/** The page's policy forbids style sheets that the page does not vouch for. */
function allowedStyles(): Extension {
  return EditorView.cspNonce.of(document.querySelector('style')?.nonce ?? '');
}
