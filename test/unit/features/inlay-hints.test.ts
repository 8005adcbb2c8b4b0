import { describe, expect, test } from 'vitest';
import type { MarkupContent } from 'vscode-languageserver-types';
import { inlayHints } from '../../../server/src/features/annotations/inlay-hints.ts';
import type { PreviewedWords } from '../../../server/src/features/hover/placeholder-text.ts';
import { applyEdits, type OpenOptions, openText } from './open-text.ts';

/** The body with its hints in angle quotes, as they are shown. */
function shown(fields: string, body: string, previewed?: PreviewedWords, options: OpenOptions = {}): string {
  const before = `---\n${fields}\n---\n`;
  // The first `$0` of a text is the cursor.
  const { open } = openText(`$0${before}${body}`, options);
  const hints = inlayHints(open, { start: 0, end: open.document.text.length }, previewed);
  const edits = hints.map(({ position, label }) => ({
    range: { start: position, end: position },
    newText: `‹${label}›`,
  }));
  return applyEdits(open.document.text, edits).slice(before.length);
}

const hint = 'argument-hint: "[issue] <focus>"';

describe('inlay hints', () => {
  test('name the arguments', () => {
    expect(shown(hint, '$0, $1 and $2, $ARGUMENTS[1], $ARGUMENTS, \\$0, ${CLAUDE_EFFORT}')).toBe(
      '$0‹issue›, $1‹focus› and $2, $ARGUMENTS[1]‹focus›, $ARGUMENTS, \\$0, ${CLAUDE_EFFORT}',
    );
    expect(shown(`${hint}\narguments: [number]`, '🪙 $0, $1, $number')).toBe(
      '🪙 $0‹number›, $1‹focus›, $number‹issue›',
    );
    expect(shown(`${hint}\narguments: [issue]`, '$issue')).toBe('$issue');
    expect(shown('description: x', '$0 $1')).toBe('$0 $1');
  });

  test('do not guess where the order is not certain', () => {
    expect(shown('argument-hint: "[--force] [issue]"', '$0 $1')).toBe('$0 $1');
    expect(shown('argument-hint: "[issue] [--force] [focus]"', '$0 $2')).toBe('$0‹issue› $2');
    expect(shown('argument-hint: "[file...] [issue]"', '$0 $1')).toBe('$0 $1');
    expect(shown('argument-hint: COMMAND [issue]', '$0 $1')).toBe('$0 $1');
  });

  test('show what the preview has instead', () => {
    const previewed = { words: ['42', ''], argumentText: '42 ""' };
    expect(shown(`${hint}\narguments: [a, b, c]`, '$0, $1, $2, $a, $c', previewed)).toBe(
      '$0‹= 42›, $1‹= empty›, $2‹c›, $a‹= 42›, $c‹= empty›',
    );
    const long = { words: [`a\n\u202Eb${'x'.repeat(50)}`], argumentText: '' };
    const label = /‹(.*)›/.exec(shown(hint, '$0', long))![1]!;
    expect(label.length).toBeLessThan(40);
    expect(label).not.toContain('\u202E');
  });

  test('say more when the pointer rests', () => {
    const { open } = openText(`$0---\n${hint}\n---\n$1`);
    const [found] = inlayHints(open, { start: 0, end: open.document.text.length }, undefined);
    expect((found!.tooltip as MarkupContent).value).toContain('The second argument');
  });

  test('are in the requested part of the text, for skills and commands', () => {
    const { open } = openText(`$0---\n${hint}\n---\n$0\n$1\n`);
    const second = open.document.text.indexOf('$1');
    expect(inlayHints(open, { start: second, end: second + 2 }, undefined).map(({ label }) => label)).toEqual([
      'focus',
    ]);
    expect(shown(hint, '$0', undefined, { path: '/project/.claude/commands/x.md' })).toBe('$0‹issue›');
    expect(shown(hint, '$0', undefined, { path: '/project/.claude/agents/x.md' })).toBe('$0');
    expect(shown(hint, '$0 $ARGUMENTS', undefined, { runtime: 'claude-code@2.1.7' })).toBe('$0 $ARGUMENTS');
  });
});
