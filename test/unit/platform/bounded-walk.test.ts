import { describe, expect, test } from 'vitest';
import { BoundedWalk } from '../../../server/src/platform/bounded-walk.ts';
import type { WalkBounds } from '../../../server/src/platform/bounds.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { linkTo, memoryFileSystem } from '../memory-file-system.ts';

const files = memoryFileSystem({ '/a/x.md': '', '/a/b/y.md': '', '/a/b/back': linkTo('/a'), '/c/z.md': '' });
const bounds: WalkBounds = { folders: 10, entries: 100, depth: 5, milliseconds: 1_000 };

describe('BoundedWalk', () => {
  test('lists what is there, and is complete', async () => {
    const walk = new BoundedWalk(files, bounds);
    expect((await walk.list('/a', 0)).map(({ name }) => name)).toEqual(['x.md', 'b']);
    expect([walk.cut, walk.isComplete, walk.unreadable]).toEqual([undefined, true, []]);
  });

  test('enters a real folder once, whatever links lead there', async () => {
    const walk = new BoundedWalk(files, bounds);
    expect(await walk.enter('/a', 0)).toHaveLength(2);
    expect(await walk.enter('/a/b/back', 2)).toEqual([]);
    expect(walk.cut).toBeUndefined();
  });

  test.for([
    ['10 folders', { folders: 1 }, '1 folders'],
    ['names', { entries: 3 }, '3 names'],
    ['depth', { depth: 0 }, '0 folders one inside the other'],
  ] as const)('ends at its bound of %s, and keeps what it has', async ([, changed, cut]) => {
    const walk = new BoundedWalk(files, { ...bounds, ...changed });
    expect(await walk.list('/a', 0)).toHaveLength(2);
    expect((await walk.list('/a/b', 1)).length).toBeLessThan(2);
    expect([walk.cut, walk.isComplete]).toEqual([cut, false]);
  });

  test('ends when its time is up', async () => {
    let now = 0;
    const walk = new BoundedWalk(files, bounds, () => now);
    expect(await walk.list('/a', 0)).toHaveLength(2);
    now = 1_001;
    expect(await walk.list('/a/b', 1)).toEqual([]);
    expect(walk.cut).toBe('what 1 seconds allow');
  });

  test('names folders that may not be entered, and forgets those that are gone', async () => {
    const refusing: FileSystem = {
      ...files,
      whyUnreadable: async (path) => (path === '/secret' ? 'permission denied' : undefined),
    };
    const walk = new BoundedWalk(refusing, bounds);
    expect([await walk.list('/secret', 0), await walk.list('/gone', 0)]).toEqual([[], []]);
    expect(walk.unreadable).toEqual([{ path: '/secret', reason: 'permission denied' }]);
    expect(walk.isComplete).toBe(false);
  });
});
