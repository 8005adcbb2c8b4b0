import { expect, test } from 'vitest';
import { revisedFileSystem } from '../../../server/src/platform/file-systems/revised-file-system.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

test('shows files as they were at another time, and everything else as it is', async () => {
  const disk = memoryFileSystem({ '/r/a/new.md': 'new', '/r/a/x.md': 'now', '/r/same.md': 'same' });
  const files = revisedFileSystem(disk, {
    absent: new Set(['/r/a/new.md']),
    other: new Set(['/r/a/x.md', '/r/gone/deep/y.md']),
    read: async (path) => new TextEncoder().encode(`then ${path}`),
  });
  expect(text(await files.readFile('/r/a/x.md'))).toBe('then /r/a/x.md');
  expect(text(await files.readFile('/r/gone/deep/y.md'))).toBe('then /r/gone/deep/y.md');
  expect(text(await files.readFile('/r/same.md'))).toBe('same');
  expect(await files.readFile('/r/a/x.md', 3)).toBeUndefined();
  expect([await files.readFile('/r/a/new.md'), await files.typeOf('/r/a/new.md')]).toEqual([undefined, undefined]);
  expect(await files.readFolder('/r/a')).toEqual([{ name: 'x.md', type: 'file' }]);
  expect(await files.readFolder('/r')).toEqual([
    { name: 'a', type: 'folder' },
    { name: 'gone', type: 'folder' },
    { name: 'same.md', type: 'file' },
  ]);
  expect(await files.readFolder('/r/gone')).toEqual([{ name: 'deep', type: 'folder' }]);
  expect(await files.realPath('/r/gone/deep/y.md')).toBe('/r/gone/deep/y.md');
  expect([await files.realPath('/r/a/new.md'), await files.identityOf('/r/nowhere')]).toEqual([undefined, undefined]);
  expect(await files.sizeOf('/r/same.md')).toBe(4);
});
