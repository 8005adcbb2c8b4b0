import type { CodeAction, DocumentSymbol, Range, SelectionRange, TextEdit } from 'vscode-languageserver-types';
import { codeActions } from '../../../server/src/features/actions/code-actions.ts';
import { inlayHints } from '../../../server/src/features/annotations/inlay-hints.ts';
import type { CheckedOpenFile } from '../../../server/src/features/check/open-file.ts';
import { completion } from '../../../server/src/features/completion/completion.ts';
import { semanticTokens } from '../../../server/src/features/highlighting/semantic-tokens.ts';
import { hover } from '../../../server/src/features/hover/hover.ts';
import { referencesIn } from '../../../server/src/features/references/references-in.ts';
import { documentHighlights } from '../../../server/src/features/structure/document-highlights.ts';
import { documentSymbols } from '../../../server/src/features/structure/document-symbols.ts';
import { foldingRanges } from '../../../server/src/features/structure/folding-ranges.ts';
import { selectionRange } from '../../../server/src/features/structure/selection-ranges.ts';
import { ableEditor, editsIn, openText, uri } from '../../unit/features/open-text.ts';
import { type FuzzInput, type FuzzTarget, hold } from '../fuzz-input.ts';
import { makeFile } from '../inputs/make-input.ts';
import { contains, cutsCharacter, holdLspRange, holdRange } from './ranges.ts';

/** What editors ask for at a random position, and of the whole file. */
export const featuresTarget: FuzzTarget = {
  name: 'features',
  share: 15,
  make: (random, seeds) => makeFile(random, seeds),
  async check(input) {
    // `$0` would mark a cursor here.
    const { open } = openText(input.text.replaceAll('$0', '$1'), { path: input.path, runtime: input.runtime });
    const offset = cursorIn(open, input);
    holdAtCursor(open, offset);
    holdStructure(open);
    holdTokens(open);
    await holdActions(open, offset, input.cursor);
    const { path } = input;
    const bases = { path, folder: '/project', skill: '/project', plugin: '/project', mentions: '/project' };
    for (const { range } of referencesIn(open.document, { kind: open.file.kind, bases }))
      holdRange(open.document.text, range, 'reference');
  },
};

/** A position where an editor can have a cursor: neither in a line ending nor in a character. */
function cursorIn({ document: { lines, text } }: CheckedOpenFile, { cursor }: FuzzInput): number {
  const offset = lines.offsetAt(lines.positionAt(cursor % (text.length + 1)));
  return cutsCharacter(text, offset) ? offset - 1 : offset;
}

function holdAtCursor(open: CheckedOpenFile, offset: number): void {
  const { document } = open;
  const { lines, text } = document;
  const holdIt = (range: Range, of: string) => holdLspRange(lines, text, range, of);
  const hovered = hover(open, offset);
  if (hovered?.range) holdIt(hovered.range, 'hover');
  const cursor = lines.positionAt(offset);
  for (const item of completion(open, offset, { fillsSnippets: offset % 2 === 0 })) {
    const { range } = item.textEdit as TextEdit;
    holdIt(range, `completion ${item.label}`);
    // Editors reject a completion that is not around the cursor, on its line.
    hold(
      range.start.line === cursor.line && range.end.line === cursor.line,
      `completion ${item.label} on another line`,
    );
    hold(contains(range, { start: cursor, end: cursor }), `completion ${item.label} is not at the cursor`);
    for (const edit of item.additionalTextEdits ?? []) holdIt(edit.range, `completion ${item.label}`);
  }
  let inner: SelectionRange | undefined;
  for (let at: SelectionRange | undefined = selectionRange(document, offset); at; at = at.parent) {
    holdIt(at.range, 'selection');
    if (inner) hold(contains(at.range, inner.range), 'a selection is not inside the next one');
    inner = at;
  }
  for (const { range } of documentHighlights(document, offset, true) ?? []) holdIt(range, 'highlight');
}

function holdStructure(open: CheckedOpenFile): void {
  const { document } = open;
  const { lines, text } = document;
  const holdSymbols = (symbols: readonly DocumentSymbol[], around?: DocumentSymbol): void => {
    for (const symbol of symbols) {
      holdLspRange(lines, text, symbol.range, `symbol ${symbol.name}`);
      hold(symbol.name.trim() !== '', 'a symbol without a name, which VS Code rejects');
      hold(contains(symbol.range, symbol.selectionRange), `the name of ${symbol.name} is outside of it`);
      if (around) hold(contains(around.range, symbol.range), `${symbol.name} is outside of ${around.name}`);
      holdSymbols(symbol.children ?? [], symbol);
    }
  };
  holdSymbols(documentSymbols(document, true));
  for (const { startLine, endLine } of foldingRanges(document, true))
    hold(0 <= startLine && startLine < endLine && endLine < lines.count, `fold ${startLine}–${endLine}`);
  const whole = { start: 0, end: text.length };
  for (const { position } of inlayHints(open, whole, { words: ['a', 'b'], argumentText: 'a b' }))
    holdLspRange(lines, text, { start: position, end: position }, 'inlay hint');
}

/** Five numbers per token; they are in order, inside their line and do not overlap. */
function holdTokens(open: CheckedOpenFile): void {
  const { lines } = open.document;
  const data = semanticTokens(open);
  let [line, start, end] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [down, right, length] = [data[at]!, data[at + 1]!, data[at + 2]!];
    hold(down >= 0 && right >= 0 && length > 0, `token of ${down}, ${right}, ${length}`);
    if (down > 0) [line, start, end] = [line + down, right, 0];
    else start += right;
    hold(start >= end, `tokens overlap in line ${line}`);
    end = start + length;
    hold(line < lines.count && end <= lines.endOf(line) - lines.startOf(line), `a token leaves line ${line}`);
  }
}

async function holdActions(open: CheckedOpenFile, offset: number, cursor: number): Promise<void> {
  const { text, lines } = open.document;
  const range = cursor % 3 === 0 ? { start: 0, end: text.length } : { start: offset, end: offset };
  const actions: CodeAction[] = await codeActions(open, { range, only: undefined, hasWorkspace: true }, ableEditor);
  for (const { title, edit } of actions) {
    hold(title.trim() !== '', 'an action without a title');
    const edits = editsIn(edit).toSorted(
      (a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
    );
    let last: Range | undefined;
    for (const it of edits) {
      holdLspRange(lines, text, it.range, `action “${title}”`);
      if (last)
        hold(
          !contains(last, it.range) ||
            it.range.start.line !== last.start.line ||
            it.range.start.character >= last.end.character,
          `action “${title}”: edits overlap`,
        );
      last = it.range;
    }
    hold(edit === undefined || uri === open.uri, 'an action edits another file');
  }
}
