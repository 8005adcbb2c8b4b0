import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as documents from '../../server/src/document/read-document.ts';
import * as checks from '../../server/src/features/check/check-file.ts';
import type { FileSystem } from '../../server/src/platform/file-system.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { EditorInMemory } from '../unit/server/editor-in-memory.ts';

/*
 * The work that an edit takes in the server, counted as in check-work.test.ts: neither time nor the number of other skills
 * may move these numbers.
 */

vi.mock(import('../../server/src/document/read-document.ts'), { spy: true });
vi.mock(import('../../server/src/features/check/check-file.ts'), { spy: true });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const home = '/home/me';
const project = `${home}/app`;
const skillOf = (name: string) => `${project}/.claude/skills/${name}/SKILL.md`;
const textOf = (index: number) =>
  `---\nname: s${index}\ndescription: Reads w${index} files. Use it for w${index}\n---\n# Read\n\nSee [notes](notes.md) of $ARGUMENTS.\n`;

/** An editor that has one of so many skills open and shows everything about it, with nothing left to do. */
async function editorAmong(skills: number) {
  const content: Record<string, string> = { [`${home}/.claude.json`]: '{}', [`${project}/.git/HEAD`]: '' };
  for (let index = 0; index < skills; index++) content[skillOf(`s${index}`)] = textOf(index);
  let activity = 0;
  const asked: string[] = [];
  const memory = memoryFileSystem(content);
  const files = Object.fromEntries(
    Object.entries(memory).map(([name, ask]) => [
      name,
      (path: string, ...others: never[]) => {
        activity++;
        asked.push(`${name} ${path}`);
        return (ask as (path: string, ...others: never[]) => unknown)(path, ...others);
      },
    ]),
  ) as unknown as FileSystem;
  const editor = new EditorInMemory(files, home, project, skillOf('s0'), () => {
    activity++;
  });
  /** Until nothing happens any more. */
  const settle = async () => {
    for (let quiet = 0, before = -1; quiet < 10; ) {
      vi.advanceTimersByTime(600);
      for (let round = 0; round < 20; round++) await new Promise(setImmediate);
      quiet = activity === before ? quiet + 1 : 0;
      before = activity;
    }
  };
  const textDocument = { uri: `file://${skillOf('s0')}` };
  const range = { start: { line: 0, character: 0 }, end: { line: 8, character: 0 } };
  const position = { line: 6, character: 12 };
  const finished = async <Answer>(answer: Promise<Answer>) => {
    await settle();
    return answer;
  };
  /** What VS Code asks after an edit. */
  const askAll = () =>
    finished(
      Promise.all([
        editor.ask<{ readonly items: readonly unknown[] }>('textDocument/diagnostic', { textDocument }),
        editor.ask('textDocument/codeLens', { textDocument }),
        editor.ask('textDocument/documentSymbol', { textDocument }),
        editor.ask('textDocument/foldingRange', { textDocument }),
        editor.ask('textDocument/inlayHint', { textDocument, range }),
        editor.ask('textDocument/semanticTokens/full', { textDocument }),
        editor.ask('textDocument/hover', { textDocument, position }),
        editor.ask('textDocument/completion', { textDocument, position: { line: 1, character: 0 } }),
      ]),
    );
  /** What VS Code asks where the cursor is. */
  const askAboutLine = () =>
    finished(
      editor.ask<readonly unknown[]>('textDocument/codeAction', {
        textDocument,
        range: { start: position, end: position },
        context: { diagnostics: [] },
      }),
    );
  const started = editor.start(content[skillOf('s0')]!);
  await settle();
  await started;
  await askAll();
  return { editor, asked, askAll, askAboutLine };
}

/** What one more edit of one of so many skills takes, until all that an editor asks for has been answered. */
async function workOfEdit(skills: number) {
  const { editor, asked, askAll, askAboutLine } = await editorAmong(skills);
  const workOf = async (ask: () => Promise<unknown>) => {
    vi.clearAllMocks();
    asked.length = 0;
    await ask();
    return {
      parsed: vi.mocked(documents.readDocument).mock.calls.length,
      checked: vi.mocked(checks.checkInTurns).mock.calls.length,
      asked: asked.toSorted(),
    };
  };
  const afterEdit = await workOf(async () => {
    await editor.edit(2, textOf(0).replace('Read\n', 'Read all\n'));
    const [report] = await askAll();
    expect(report.items.length).toBeGreaterThan(0);
  });
  const atFinding = await workOf(async () => expect((await askAboutLine()).length).toBeGreaterThan(0));
  const atFindingAgain = await workOf(askAboutLine);
  expect(editor.errors).toEqual([]);
  editor.dispose();
  return { afterEdit, atFinding, atFindingAgain };
}

describe('an edit in the server', () => {
  test('is read and checked once for all answers, and costs no more among many skills', async () => {
    const alone = await workOfEdit(1);
    expect(alone).toEqual({
      // Whether the link leads somewhere.
      afterEdit: { parsed: 1, checked: 1, asked: [`typeOf ${project}/.claude/skills/s0/notes.md`] },
      // What the comment that suppresses the finding does.
      atFinding: { parsed: 1, checked: 1, asked: [] },
      atFindingAgain: { parsed: 0, checked: 0, asked: [] },
    });
    expect(await workOfEdit(1_000)).toEqual(alone);
  });
});
