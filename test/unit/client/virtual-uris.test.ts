import { describe, expect, test } from 'vitest';
import { VirtualUris } from '../../../client/src/language-server/virtual-uris.ts';

const uris = new VirtualUris([
  { inEditor: 'vscode-vfs://github', inServer: 'file:///vscode-vfs%3Agithub' },
  { inEditor: 'memfs:', inServer: 'file:///memfs%3A' },
]);

/** A text in the editor, and the same for the server. */
const pairs = [
  ['vscode-vfs://github/owner/repo/SKILL.md', 'file:///vscode-vfs%3Agithub/owner/repo/SKILL.md'],
  ['memfs:/project/a%20b.md', 'file:///memfs%3A/project/a%20b.md'],
  ['memfs:/', 'file:///memfs%3A'],
] as const;

describe('URIs of virtual workspaces', () => {
  test.each(pairs)('%s is %s for the server', (inEditor, inServer) => {
    expect(uris.toServer({ textDocument: { uri: inEditor } })).toEqual({ textDocument: { uri: inServer } });
    expect(uris.toEditor([{ uri: inServer, changes: { [inServer]: [] } }])).toEqual([
      { uri: inEditor, changes: { [inEditor]: [] } },
    ]);
  });

  test.each([
    'file:///home/me/SKILL.md',
    'untitled:Untitled-1',
    'vscode-vfs://gitlab/owner/repo',
    'memfs-other:/project',
    'memfs:/project?ref=main',
    'See memfs:/project',
  ])('%s stays as it is', (text) => {
    expect(uris.toServer({ uri: text })).toEqual({ uri: text });
  });

  test('what a user has written is not changed', () => {
    const params = { uri: 'memfs:/a', text: 'memfs:/a', arguments: 'memfs:/a' };
    expect(uris.toServer(params)).toEqual({ ...params, uri: 'file:///memfs%3A/a' });
    const command = { title: 'Preview', arguments: ['file:///memfs%3A/a'] };
    expect(uris.toEditor(command)).toEqual({ title: 'Preview', arguments: ['memfs:/a'] });
  });

  test('without virtual folders messages are passed on as they are', () => {
    const message = { uri: 'memfs:/a' };
    expect(new VirtualUris([]).toServer(message)).toBe(message);
  });

  test('a key `__proto__` in a message changes nothing else', () => {
    const message = JSON.parse('{"__proto__": {"uri": "memfs:/a"}, "id": 1}');
    expect(JSON.stringify(uris.toServer(message))).toBe('{"__proto__":{"uri":"file:///memfs%3A/a"},"id":1}');
  });
});
