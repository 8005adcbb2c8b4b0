import { expect, test } from 'vitest';
import { startContext } from '../../../server/src/jobs/budget/start-context.ts';
import { type Disk, project, type SessionOptions, sessionOf } from './session-of.ts';

async function labelsOf(disk: Disk, options: SessionOptions = {}): Promise<string[]> {
  return (await startContext(sessionOf(disk, options))).map(({ label, tokens }) => `${label} ${tokens}`);
}

const text = 'x'.repeat(40);

test('instructions of every scope, the most general first', async () => {
  const disk = {
    '/etc/claude-code/CLAUDE.md': text,
    '/home/me/.claude/CLAUDE.md': text,
    '/home/me/CLAUDE.md': text,
    [`${project}/CLAUDE.md`]: text,
    [`${project}/.claude/CLAUDE.md`]: text,
    [`${project}/CLAUDE.local.md`]: text,
    [`${project}/sub/CLAUDE.md`]: text,
    '/home/CLAUDE.md': '  \n',
  };
  expect(await labelsOf(disk)).toEqual([
    '/etc/claude-code/CLAUDE.md 10',
    '~/.claude/CLAUDE.md 10',
    '~/CLAUDE.md 10',
    'CLAUDE.md 10',
    '.claude/CLAUDE.md 10',
    'CLAUDE.local.md 10',
  ]);
});

test('rules, but those that wait for a file', async () => {
  const disk = {
    [`${project}/.claude/rules/style.md`]: `---\ntitle: Style\n---\n${text}`,
    [`${project}/.claude/rules/deep/tests.md`]: text,
    [`${project}/.claude/rules/css.md`]: `---\npaths: "*.css"\n---\n${text}`,
    [`${project}/.claude/rules/notes.txt`]: text,
    '/home/me/.claude/rules/mine.md': text,
  };
  expect(await labelsOf(disk)).toEqual([
    '~/.claude/rules/mine.md 10',
    '.claude/rules/deep/tests.md 10',
    '.claude/rules/style.md 10',
  ]);
});

test('the first 200 lines of each memory', async () => {
  const lines = 'abc\n'.repeat(300);
  const disk = {
    '/home/me/.claude/projects/-home-me-app/memory/MEMORY.md': lines,
    [`${project}/.claude/agent-memory/tester/MEMORY.md`]: 'abcd\n'.repeat(3),
    '/home/me/.claude/agent-memory/writer/other.md': lines,
  };
  expect(await labelsOf(disk)).toEqual([
    'Project memory, first 200 lines 200',
    'Memory of agent tester, first 200 lines 4',
  ]);
});

test('a moved configuration, and the memory of the repository above', async () => {
  const session = sessionOf(
    {
      '/config/CLAUDE.md': text,
      '/config/projects/-home-me-app/memory/MEMORY.md': text,
      '/home/me/.claude/CLAUDE.md': text,
    },
    { variables: { CLAUDE_CONFIG_DIR: '/config' } },
  );
  const parts = await startContext({ ...session, folder: `${project}/packages/one` });
  expect(parts.map(({ uri }) => uri)).toEqual([
    'file:///config/CLAUDE.md',
    'file:///home/me/.claude/CLAUDE.md',
    'file:///config/projects/-home-me-app/memory/MEMORY.md',
  ]);
});

test('without a folder there is the user alone', async () => {
  const session = sessionOf({ '/home/me/.claude/CLAUDE.md': text, '/CLAUDE.md': text });
  expect(await startContext({ ...session, folder: undefined })).toEqual([
    { label: '~/.claude/CLAUDE.md', tokens: 10, uri: 'file:///home/me/.claude/CLAUDE.md' },
  ]);
});
