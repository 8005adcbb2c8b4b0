import { describe, expect, test } from 'vitest';
import { type TreeEntry, treeFileSystem } from '../../../server/src/platform/file-systems/tree-file-system.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

/** A tree in `/r`; a text that begins with `->` is a link. */
function filesOf(
  tree: Readonly<Record<string, string>>,
  disk: Readonly<Record<string, string>> = {},
  kept: string[] = [],
) {
  const entries = new Map(
    Object.entries(tree).map(([path, content]): [string, TreeEntry] => [
      path,
      {
        kind: content.startsWith('->') ? 'link' : content === 'module' ? 'module' : 'file',
        object: content,
        isExecutable: false,
      },
    ]),
  );
  const bytesOf = (object: string) => new TextEncoder().encode(object.replace(/^->/, ''));
  const read = async (object: string, max = Infinity) => (bytesOf(object).length > max ? undefined : bytesOf(object));
  const sizeOf = async (object: string) => bytesOf(object).length;
  return treeFileSystem({ root: '/r', entries, read, sizeOf }, memoryFileSystem(disk), new Set(kept));
}

describe('the files of a tree', () => {
  test('are read instead of those on the disk', async () => {
    const files = filesOf(
      { 'a/b.md': 'old', 'c.md': 'c' },
      { '/r/a/b.md': 'new', '/r/new.md': 'x', '/home/d.md': 'd' },
    );
    expect(text(await files.readFile('/r/a/b.md'))).toBe('old');
    expect(text(await files.readFile('/r/x/../a/./b.md'))).toBe('old');
    expect(await files.readFile('/r/new.md')).toBeUndefined();
    expect(await files.typeOf('/r/new.md')).toBeUndefined();
    expect(text(await files.readFile('/home/d.md'))).toBe('d');
    expect(await files.readFolder('/r')).toEqual([
      { name: '.git', type: 'folder' },
      { name: 'a', type: 'folder' },
      { name: 'c.md', type: 'file' },
    ]);
    expect([await files.typeOf('/r/.git'), await files.readFolder('/r/.git')]).toEqual(['folder', []]);
    expect([await files.typeOf('/r/a'), await files.sizeOf('/r/c.md'), await files.realPath('/r/c.md')]).toEqual([
      'folder',
      1,
      '/r/c.md',
    ]);
    expect(await files.readFolder('/r/c.md')).toBeUndefined();
    expect(await files.whyUnreadable('/r/c.md', 'folder')).toBe('not a folder');
    expect(await files.readFile('/r/a/b.md', 2)).toBeUndefined();
    expect(await files.whyUnreadable('/r/a/b.md', 'file', 2)).toContain('too large');
  });

  test('follow links inside and out of the folder, but not in circles', async () => {
    const files = filesOf(
      {
        'real/s.md': 's',
        'sub/link': '->../real',
        out: '->/home/x',
        up: '->../home/x',
        a: '->b',
        b: '->a',
        gone: '->no',
      },
      { '/home/x/f.md': 'f' },
    );
    expect(text(await files.readFile('/r/sub/link/s.md'))).toBe('s');
    expect(await files.realPath('/r/sub/link/s.md')).toBe('/r/real/s.md');
    expect(await files.identityOf('/r/sub/link/s.md')).toBe(await files.identityOf('/r/real/s.md'));
    expect(text(await files.readFile('/r/out/f.md'))).toBe('f');
    expect(text(await files.readFile('/r/up/f.md'))).toBe('f');
    for (const path of ['/r/a', '/r/gone', '/r/a/x']) expect(await files.typeOf(path)).toBeUndefined();
    expect(await files.readFolder('/r')).toContainEqual({ name: 'a', type: 'other', isLink: true });
  });

  test('leave files of the user as they are on the disk, unless the tree has them', async () => {
    const own = '/r/.claude/settings.local.json';
    const kept = filesOf({ '.claude/settings.json': 's' }, { [own]: 'mine' }, [own]);
    expect(text(await kept.readFile(own))).toBe('mine');
    expect(await kept.readFolder('/r/.claude')).toContainEqual({ name: 'settings.local.json', type: 'file' });
    const tracked = filesOf({ '.claude/settings.local.json': 'theirs' }, { [own]: 'mine' }, [own]);
    expect(text(await tracked.readFile(own))).toBe('theirs');
  });

  test('show a submodule as an empty folder', async () => {
    const files = filesOf({ 'lib/sub': 'module' });
    expect([await files.typeOf('/r/lib/sub'), await files.readFolder('/r/lib/sub')]).toEqual(['folder', []]);
  });
});
