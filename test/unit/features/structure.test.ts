import { describe, expect, test } from 'vitest';
import { DocumentHighlightKind, type SelectionRange } from 'vscode-languageserver-types';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { documentHighlights } from '../../../server/src/features/structure/document-highlights.ts';
import { foldingRanges } from '../../../server/src/features/structure/folding-ranges.ts';
import { selectionRange } from '../../../server/src/features/structure/selection-ranges.ts';
import { workspaceSymbols } from '../../../server/src/features/structure/workspace-symbols.ts';
import { fromLspRange } from '../../../server/src/features/text/lsp-range.ts';
import { openText } from './open-text.ts';
import { catalogOf, project, skillPath } from './session-of.ts';

/** The texts that a selection grows over, from the cursor at `$0`, without the whole text. */
function grown(marked: string): string[] {
  const { open, offset } = openText(marked);
  const { lines, text } = open.document;
  const texts: string[] = [];
  for (let at: SelectionRange | undefined = selectionRange(open.document, offset); at?.parent; at = at.parent) {
    const { start, end } = fromLspRange(lines, at.range);
    texts.push(text.slice(start, end));
  }
  return texts;
}

describe('selection ranges', () => {
  test('grow over values and fields', () => {
    expect(grown('---\nname: "de$0mo"\n---\n')).toEqual([
      'demo',
      '"demo"',
      'name: "demo"',
      expect.stringContaining('name'),
      '---\nname: "demo"\n---',
    ]);
    const hooks = '---\nhooks:\n  Stop:\n    - hooks:\n        - type: com$0mand\n---\n';
    expect(grown(hooks).slice(0, 3)).toEqual(['command', 'type: command', '- type: command']);
    expect(grown('---\nallowed-tools: [Read, Gr$0ep]\n---\n').slice(0, 2)).toEqual(['Grep', '[Read, Grep]']);
  });

  test('grow over code, links and sections', () => {
    const head = '---\nname: x\n---\n\n';
    expect(grown(`${head}# One\n\n## Two\n\nSee [it](re$0f.md) now.\n\n# Three\n`).slice(0, 4)).toEqual([
      'ref.md',
      '[it](ref.md)',
      '## Two\n\nSee [it](ref.md) now.',
      '# One\n\n## Two\n\nSee [it](ref.md) now.',
    ]);
    expect(grown(`${head}Now !\`git diff $0$1\`\n`).slice(0, 4)).toEqual([
      '$1',
      'git diff $1',
      '`git diff $1`',
      '!`git diff $1`',
    ]);
    expect(grown(`${head}\`\`\`js\nco$0de\n\`\`\`\n`)[1]).toBe('```js\ncode\n```');
  });

  test.each([
    '$0',
    '---\nname: "x\ndescription: [a$0\n---\n# Title\n',
    '---\r\nname: 😀$0\r\n---\r\n\r\n# 你好\r\n',
    '---\nname: x\n---\n\n# One$0\n\n<!-- a -->\n',
    '---\na: &x [1, 2]\nb: *x$0\n---\n',
  ])('are nested, and hold the cursor: %j', (marked) => {
    const { open, offset } = openText(marked);
    const { lines, text } = open.document;
    let inner = { start: offset, end: offset };
    for (let at: SelectionRange | undefined = selectionRange(open.document, offset); at; at = at.parent) {
      const range = fromLspRange(lines, at.range);
      expect(range.start).toBeLessThanOrEqual(inner.start);
      expect(range.end).toBeGreaterThanOrEqual(inner.end);
      inner = range;
    }
    expect(inner).toEqual({ start: 0, end: text.length });
  });
});

function highlighted(marked: string, hasArguments = true): string[] | undefined {
  const { open, offset } = openText(marked);
  return highlightedAt(open.document.text, offset, hasArguments);
}

/** `line:character text`, with a star for declarations. */
function highlightedAt(text: string, offset: number, hasArguments = true): string[] | undefined {
  const document = readDocument(text, 'claude-code');
  return documentHighlights(document, offset, hasArguments)?.map(({ range, kind }) => {
    const { start, end } = fromLspRange(document.lines, range);
    const star = kind === DocumentHighlightKind.Write ? '*' : '';
    return `${range.start.line}:${range.start.character} ${star}${text.slice(start, end)}`;
  });
}

describe('document highlights', () => {
  const text =
    '---\narguments: [issue, branch]\n---\n\n# Fix $issue\n\n$0 and $branch, $ARGUMENTS[0], \\$issue, $ARGUMENTS.\n';
  const at = (word: string, source = text) => {
    const offset = source.indexOf(word) + 1;
    return highlightedAt(source, offset);
  };

  test('of an argument are its name and every placeholder with the same value', () => {
    const all = ['1:12 *issue', '4:6 $issue', '6:0 $0', '6:16 $ARGUMENTS[0]'];
    for (const word of ['issue,', '$issue', '$ARGUMENTS[0]']) expect(at(word)).toEqual(all);
    expect(at('$branch')).toEqual(['1:19 *branch', '6:7 $branch']);
    expect(at('$ARGUMENTS.')).toEqual(['6:40 $ARGUMENTS']);
    expect(at('$issue', text.replaceAll('\n', '\r\n'))).toEqual(all);
  });

  test('of a heading are the links to it, and of a link those to the same file', () => {
    const linked = '# Use it\n\nSee [a](#use-it), [b](a/b.md), [c](#other) and [d](a/b.md#x).\n\n[e]: #use-it\n';
    const heading = ['0:0 *# Use it', '2:8 #use-it', '4:5 #use-it'];
    expect(at('# Use', linked)).toEqual(heading);
    expect(at('#use-it)', linked)).toEqual(heading);
    expect(at('a/b.md)', linked)).toEqual(['2:22 a/b.md', '2:51 a/b.md#x']);
  });

  test('are left to the editor elsewhere', () => {
    expect(highlighted('Some wo$0rd, some word.\n')).toBeUndefined();
    expect(highlighted('---\nname: de$0mo\n---\n')).toBeUndefined();
    expect(highlighted('See $ARG$0UMENTS and $ARGUMENTS.\n', false)).toBeUndefined();
  });
});

test('fields inside of fields can be folded', () => {
  const text =
    '---\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: x\nname: y\n---\n\ntext\n';
  const folds = foldingRanges(openText(text).open.document, false).map(
    ({ startLine, endLine }) => `${startLine}-${endLine}`,
  );
  expect(folds).toEqual(['0-7', '1-5', '2-5', '3-5', '3-5', '4-5']);
});

describe('workspace symbols', async () => {
  const skill = '---\ndescription: x\n---\n\nDo it.\n';
  const { catalog } = await catalogOf({
    [skillPath('release-notes')]: skill,
    [skillPath('review')]: skill,
    [`${project}/.claude/commands/fix.md`]: skill,
    [`${project}/.claude/agents/checker.md`]: '---\nname: checker\ndescription: x\n---\n',
  });
  const names = (query: string) =>
    workspaceSymbols([catalog, catalog], query)
      .map(({ name, containerName }) => `${name} in ${containerName}`)
      .toSorted();

  test('are skills, commands and agents, each once', () => {
    expect(names('')).toEqual([
      '/fix in Commands',
      '/release-notes in Project',
      '/review in Project',
      'checker in Agents',
    ]);
    expect(workspaceSymbols([catalog], 'review')).toMatchObject([
      { location: { uri: `file://${skillPath('review')}` } },
    ]);
  });

  test('are found by characters of their names', () => {
    expect(names('rn')).toEqual(['/release-notes in Project']);
    expect(names('/REV')).toEqual(['/review in Project']);
    expect(names('chk')).toEqual(['checker in Agents']);
    expect(names('zzz')).toEqual([]);
  });
});
