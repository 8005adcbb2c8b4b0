import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Range, SelectionRange, TextEdit } from 'vscode-languageserver-types';
import type { LineIndex } from '../../../server/src/document/text/line-index.ts';
import { codeActions } from '../../../server/src/features/actions/code-actions.ts';
import { fixAllKind } from '../../../server/src/features/actions/quick-fixes.ts';
import { toDiagnostics } from '../../../server/src/features/check/diagnostics.ts';
import { completion } from '../../../server/src/features/completion/completion.ts';
import { semanticTokens } from '../../../server/src/features/highlighting/semantic-tokens.ts';
import { hover } from '../../../server/src/features/hover/hover.ts';
import { documentHighlights } from '../../../server/src/features/structure/document-highlights.ts';
import { documentSymbols } from '../../../server/src/features/structure/document-symbols.ts';
import { foldingRanges } from '../../../server/src/features/structure/folding-ranges.ts';
import { selectionRange } from '../../../server/src/features/structure/selection-ranges.ts';
import { ableEditor, editsIn, openText, uri } from './open-text.ts';

/** Pieces of which broken files are made. */
const pieces = [
  ...[
    '---',
    '---\n',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '  ',
    '\t',
    '- ',
    ': ',
    ':',
    '#',
    ' # ',
    '"',
    "'",
    '|',
    '>',
    '[',
    ']',
    '{',
    '}',
  ],
  ...['(', ')', ',', '*', '&a', '*a', '!', '\\', '`', '```', '```!\n', '<!--', '-->', '\uFEFF', '😀', '\uD800', '你'],
  ...['name', 'description', 'allowed-tools', 'hooks', 'PreToolUse', 'matcher', 'type', 'command', 'user-invocable'],
  ...['Bash', 'git *', 'true', 'high', 'x', '$ARGUMENTS', '$1', '${CLAUDE_SKILL_DIR}', '$', '[a](b.md)', '# Title'],
  ...['skillwright-disable-line', 'skillwright-disable-next-line', 'name-format'],
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
const kinds = fc.constantFrom('/p/.claude/skills/a/SKILL.md', '/p/.claude/commands/a.md', '/p/.claude/agents/a.md');

function expectInside({ start, end }: Range, lines: LineIndex): void {
  for (const { line, character } of [start, end]) {
    expect(line).toBeLessThan(lines.count);
    // A finding may mark a line ending, which is not a character of the line.
    expect(character).toBeLessThanOrEqual(lines.endOf(line) - lines.startOf(line) + 2);
  }
  expect(start.line < end.line || (start.line === end.line && start.character <= end.character)).toBe(true);
}

test('no text and no cursor make a feature fail or leave the text', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), kinds, async (marked, position, path) => {
      const text = marked.replaceAll('$0', '');
      const { open } = openText(text, { path });
      const { document } = open;
      // A cursor is never inside a line ending.
      const offset = document.lines.offsetAt(document.lines.positionAt(position % (text.length + 1)));

      for (const { range } of toDiagnostics(open.findings, document, uri)) expectInside(range, document.lines);
      const hovered = hover(open, offset);
      if (hovered?.range) expectInside(hovered.range, document.lines);
      const cursor = document.lines.positionAt(offset);
      for (let at: SelectionRange | undefined = selectionRange(document, offset); at; at = at.parent)
        expectInside(at.range, document.lines);
      for (const { range } of documentHighlights(document, offset, true) ?? []) expectInside(range, document.lines);
      for (const item of completion(open, offset, { fillsSnippets: true })) {
        const { range } = item.textEdit as TextEdit;
        expectInside(range, document.lines);
        // Editors reject a completion that is not on the cursor's line.
        expect(range.start.line).toBe(cursor.line);
        expect(range.end.line).toBe(cursor.line);
        expect(range.start.character).toBeLessThanOrEqual(cursor.character);
        expect(range.end.character).toBeGreaterThanOrEqual(cursor.character);
      }
      for (const { range, selectionRange } of documentSymbols(document, true)) {
        expectInside(range, document.lines);
        expectInside(selectionRange, document.lines);
      }
      for (const { startLine, endLine } of foldingRanges(document, true)) expect(startLine).toBeLessThan(endLine);
      // Five numbers per token: the first four are never negative, and a token is never empty.
      for (const [index, number] of semanticTokens(open).entries())
        expect(number).toBeGreaterThanOrEqual(index % 5 === 2 ? 1 : 0);
      const range = { start: 0, end: text.length };
      for (const action of await codeActions(open, { range, only: ['quickfix', fixAllKind] }, ableEditor)) {
        for (const edit of editsIn(action.edit)) expectInside(edit.range, document.lines);
      }
    }),
    { numRuns: 1000 },
  );
});
