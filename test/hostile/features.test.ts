import { describe, expect, test } from 'vitest';
import { readDocument } from '../../server/src/document/read-document.ts';
import { codeActions } from '../../server/src/features/actions/code-actions.ts';
import { fixAllKind } from '../../server/src/features/actions/quick-fixes.ts';
import { suppressFinding } from '../../server/src/features/actions/suppress-finding.ts';
import { inlayHints } from '../../server/src/features/annotations/inlay-hints.ts';
import { toDiagnostics } from '../../server/src/features/check/diagnostics.ts';
import type { CheckedOpenFile } from '../../server/src/features/check/open-file.ts';
import { completion } from '../../server/src/features/completion/completion.ts';
import { fixAll } from '../../server/src/features/fixes/fix-all.ts';
import { semanticTokens } from '../../server/src/features/highlighting/semantic-tokens.ts';
import { hover } from '../../server/src/features/hover/hover.ts';
import { documentHighlights } from '../../server/src/features/structure/document-highlights.ts';
import { documentSymbols } from '../../server/src/features/structure/document-symbols.ts';
import { foldingRanges } from '../../server/src/features/structure/folding-ranges.ts';
import { selectionRange } from '../../server/src/features/structure/selection-ranges.ts';
import { checkDocument } from '../../server/src/rules/check-document.ts';
import { rules } from '../../server/src/rules/index.ts';
import { isEveryTest, oneIn } from '../every-test.ts';
import { ableEditor, openText, uri } from '../unit/features/open-text.ts';
import { fileContext } from '../unit/rules/expect-findings.ts';
import { expectLinearGrowth } from './growth.ts';
import { ruleShapes, someShapes } from './rule-shapes.ts';
import { fileShapes, fill } from './shapes.ts';

const runtime = 'claude-code';

/** How frontmatter is read again to find its faults is measured with the reader. */
const measured = rules.filter(({ id }) => id !== 'yaml-syntax' && id !== 'yaml-lenient');

/** A file open in an editor, checked; how long that takes is measured elsewhere, so a changed text counts as the same. */
function prepare(text: string): CheckedOpenFile {
  const file = fileContext({});
  const document = readDocument(text, runtime, file.kind);
  const context = { document, file, targets: new Set<never>() } as const;
  const findings = checkDocument(measured, context, {}, () => {});
  return {
    uri,
    version: 1,
    languageId: 'markdown',
    document,
    file,
    targets: [],
    findings,
    check: async () => findings,
  };
}

/** Cursors at both ends of a text, in the frontmatter, in the middle, and where something repeated ends. */
function cursorsIn({ document: { text, frontmatter } }: CheckedOpenFile): number[] {
  const end = text.length;
  return [0, 5, (frontmatter.block?.close.start ?? 1) - 1, end >> 1, end - 20, end].filter((offset) => offset >= 0);
}

/** What people ask for while they read and type, in groups that share a preparation. */
const questions: readonly (readonly [string, (open: CheckedOpenFile) => unknown])[] = [
  [
    'hover and completion',
    (open) => {
      for (const offset of cursorsIn(open)) {
        hover(open, offset);
        completion(open, offset, { fillsSnippets: true });
        selectionRange(open.document, offset);
        documentHighlights(open.document, offset, true);
      }
    },
  ],
  [
    'outline, folds, colors, hints and diagnostics',
    (open) => {
      documentSymbols(open.document, true);
      foldingRanges(open.document, true);
      semanticTokens(open);
      inlayHints(open, { start: 0, end: open.document.text.length }, { words: ['a', 'b'], argumentText: 'a b' });
      toDiagnostics(open.findings, open.document, uri);
    },
  ],
  [
    'code actions, fixes and comments that suppress',
    async (open) => {
      const { text } = open.document;
      await codeActions(open, { range: { start: 0, end: text.length }, only: ['quickfix', fixAllKind] }, ableEditor);
      const rounds = [open.findings, []];
      fixAll(text, () => rounds.shift() ?? []);
      for (const finding of [open.findings[0], open.findings.at(-1)]) if (finding) await suppressFinding(finding, open);
    },
  ],
];

const frontmatterShapes = [...fileShapes].filter(([name]) =>
  /^(frontmatter|description) "(a: b|- a|\[a|name|hooks|#)/.test(name),
);
const shapes = oneIn(3, [...someShapes(2), ...frontmatterShapes]);

test('there are at least 60 shapes', () => expect(shapes.length).toBeGreaterThanOrEqual(60));

/** Each with every shape if everything is tested, and with another third of them for each change. */
const asked = questions.map(([name, ask], index) => ({
  name,
  ask,
  ofShapes: oneIn(3, shapes.slice(isEveryTest ? 0 : index)),
}));

describe.each(asked)('$name take time in proportion to the text', ({ ask, ofShapes }) => {
  test.each(ofShapes)('%s', async (_shape, make) => {
    await expectLinearGrowth(make, ask, { prepare, largest: 32_768 });
  });
});

describe('completion behind something long', () => {
  test.each(['\\', 'a', '$', '{', ' '])('a line of %j', async (piece) => {
    const make = (size: number) => `---\ndescription: D\n---\n${fill(piece, size)}`;
    const complete = (open: CheckedOpenFile) => {
      const { length } = open.document.text;
      for (const offset of [length, length - 1, length >> 1]) completion(open, offset, { fillsSnippets: true });
    };
    await expectLinearGrowth(make, complete, { prepare });
  });

  test.each([
    ['$', true],
    ['\\$', false],
    ['\\\\$', true],
    ['$ARG', true],
    ['${CLAU', true],
    ['\\${CLAU', false],
    ['name', false],
    ['{CLAU', false],
  ])('offers placeholders after %j: %j', (typed, isOffered) => {
    const { open, offset } = openText(`---\ndescription: D\n---\nSay ${typed}`);
    expect(completion(open, offset + open.document.text.length, { fillsSnippets: false }).length > 0).toBe(isOffered);
  });
});

describe('what is too much for an editor', () => {
  test('an outline ends with a remark', () => {
    const { document } = prepare(`---\ndescription: D\n---\n${'# a\n'.repeat(6000)}`);
    const symbols = documentSymbols(document, true);
    expect(symbols).toHaveLength(5001);
    expect(symbols.at(-1)!.name).toBe('(Only the first 5,000 entries are listed)');
    expect(documentSymbols(prepare(`# a\n${'# b\n'.repeat(4999)}`).document, true).at(-1)!.name).toBe('b');
  });

  test('an outline of fields does, too', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `k${index}: v`).join('\n');
    const symbols = documentSymbols(prepare(`---\n${keys}\n---\n${'# a\n'.repeat(5000)}`).document, true);
    expect(symbols).toHaveLength(5001);
  });

  test('there are no more folds and hints than an editor shows', () => {
    const open = prepare(
      `---\ndescription: D\narguments: a\n---\n${'```\na\n```\n'.repeat(5500)}${'$a '.repeat(6000)}`,
    );
    expect(foldingRanges(open.document, true)).toHaveLength(5000);
    const hints = inlayHints(open, { start: 0, end: open.document.text.length }, { words: ['x'], argumentText: 'x' });
    expect(hints).toHaveLength(5000);
  });

  test('findings that share a fix share the action', async () => {
    const names = Array.from({ length: 3000 }, (_, index) => `$argument_${index}`);
    const open = prepare(`---\ndescription: D\narguments: topic\n---\n$topic ${names.join('\n')}\n`);
    const range = { start: 0, end: open.document.text.length };
    const actions = await codeActions(open, { range, only: undefined }, ableEditor);
    const shared = actions.filter(({ title }) => title.startsWith('Declare '));
    expect(shared.map(({ title, diagnostics }) => [title, diagnostics!.length])).toEqual([
      ['Declare 30 names in `arguments`', 30],
    ]);
  });

  test('a fix with more edits than fit on the stack is applied', () => {
    const text = 'a '.repeat(150_000);
    const edits = Array.from({ length: 150_000 }, (_, index) => ({
      range: { start: 2 * index, end: 2 * index + 1 },
      newText: 'b',
    }));
    const fixes = [{ title: 'Write b', safe: true, edits }];
    const finding = {
      rule: 'text-secret',
      severity: 'warning',
      message: '',
      range: { start: 0, end: 1 },
      fixes,
    } as const;
    const rounds = [[finding], []];
    expect(fixAll(text, () => rounds.shift() ?? []).text).toBe('b '.repeat(150_000));
  });
});

test('all shapes of rules have names of their own', () => {
  expect(ruleShapes.size).toBeGreaterThan(100);
});
