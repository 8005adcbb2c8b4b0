import { type Extension, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { SemanticTokens, SemanticTokensLegend } from 'vscode-languageserver-protocol';
import { offsetOf } from './finding.ts';

const colored = StateEffect.define<DecorationSet>();

const parts = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    const now = effects.findLast((effect) => effect.is(colored));
    return now ? now.value : before.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** What Claude Code replaces, runs or grants has a color of its own, as the language server says. */
export function coloredParts(): Extension {
  return parts;
}

/** Colors the text for which these tokens are. */
export function colorParts(view: EditorView, legend: SemanticTokensLegend, { data }: SemanticTokens): void {
  view.dispatch({ effects: colored.of(decorations(view.state.doc, legend, data)) });
}

/** Five numbers per token: lines and characters since the one before, its length, its type and its modifiers. */
function decorations(text: Text, { tokenTypes }: SemanticTokensLegend, data: readonly number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines, characters, length, type] = data.slice(at, at + 4) as [number, number, number, number];
    line += lines;
    character = lines === 0 ? character + characters : characters;
    const from = offsetOf(text, { line, character });
    const to = offsetOf(text, { line, character: character + length });
    if (to > from) builder.add(from, to, Decoration.mark({ class: `is-${tokenTypes[type]}` }));
  }
  return builder.finish();
}
