import { beforeEach, expect, test, vi } from 'vitest';
import type { Uri } from 'vscode';
import { URI } from 'vscode-uri';
import { openLink } from '../../../client/src/views/open-link.ts';

const done = vi.hoisted(() => ({ external: [] as string[], opened: [] as string[], told: [] as string[] }));

vi.mock('vscode', async () => {
  const { URI, Utils } = await import('vscode-uri');
  return {
    Uri: { parse: URI.parse, joinPath: Utils.joinPath },
    env: { openExternal: async (uri: URI) => void done.external.push(uri.toString(true)) },
    commands: { executeCommand: async (_: string, uri: URI) => void done.opened.push(uri.path) },
    window: { showInformationMessage: async (text: string) => void done.told.push(text) },
  };
});

const open = (address: string) => openLink(address, URI.file('/p/.claude/skills/review/SKILL.md') as unknown as Uri);

beforeEach(() => Object.assign(done, { external: [], opened: [], told: [] }));

test('a page is opened by VS Code, which asks', async () => {
  await open('https://example.com/a?b#c');
  expect(done).toEqual({ external: ['https://example.com/a?b#c'], opened: [], told: [] });
});

test.each([
  ['references/list.md', 'references/list.md'],
  ['./a.md#part', 'a.md'],
  ['a%20b.md', 'a b.md'],
  ['a/../b.md?x', 'b.md'],
  ['100%.md', '100%.md'],
])('%s is opened as a file of the skill', async (address, path) => {
  await open(address);
  expect(done.opened).toEqual([`/p/.claude/skills/review/${path}`]);
});

test.each([
  ...[
    '../other/SKILL.md',
    '/etc/passwd',
    '//evil.example/share',
    '\\\\evil.example\\share',
    '%2Fetc/passwd',
    '..',
    '.',
    'a\0',
  ],
  ...['%2e%2e/%2e%2e/settings.json', 'a/../../x', '%5C%5Cevil.example%5Cshare', '../review-2/x.md'],
])('%j is not opened, and that is said', async (address) => {
  await open(address);
  expect(done).toMatchObject({ external: [], opened: [] });
  expect(done.told).toHaveLength(1);
});

test.each([
  '',
  '#part',
  'command:workbench.action.quit',
  'vscode://x',
  'file:///etc/passwd',
  'C:/x',
  'javascript:alert(1)',
])('%j does nothing', async (address) => {
  await open(address);
  expect(done).toEqual({ external: [], opened: [], told: [] });
});
