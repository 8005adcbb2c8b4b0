import { describe, expect, test } from 'vitest';
import { filesInTurns } from '../../../server/src/lsp/files-in-turns.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

const paths = Array.from({ length: 50 }, (_, index) => `/project/${index}.md`);

const onDisk = (files: FileSystem) => ({ files, environment: {} });

/** Lets everything happen that waits for nothing from outside. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('files in turns', () => {
  test('give the answers of the files', async () => {
    const files = filesInTurns(onDisk(memoryFileSystem({ '/project/a.md': 'text' })), { pause: () => undefined });
    expect(new TextDecoder().decode(await files.readFile('/project/a.md'))).toBe('text');
    expect(await files.readFolder('/project')).toEqual([{ name: 'a.md', type: 'file' }]);
    expect(await files.typeOf('/project')).toBe('folder');
    expect(await files.sizeOf('/project/a.md')).toBe(4);
    expect(await files.realPath('/project/b.md')).toBeUndefined();
  });

  test('ask the disk for little at a time', async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const slow = {
      typeOf(path: string) {
        asked.push(path);
        return new Promise((resolve) => answers.push(() => resolve('file')));
      },
    } as unknown as FileSystem;
    const files = filesInTurns(onDisk(slow), { pause: () => undefined });
    const all = Promise.all(paths.map((path) => files.typeOf(path)));
    await settled();
    const atOnce = asked.length;
    expect(atOnce).toBeLessThan(16);
    while (asked.length < paths.length || answers.length > 0) {
      answers.shift()?.();
      await settled();
      expect(answers.length).toBeLessThanOrEqual(atOnce);
    }
    expect(asked).toEqual(paths);
    expect(await all).toEqual(paths.map(() => 'file'));
  });

  test('ask an editor, whose answers take a while each, for more at a time', async () => {
    const asked: string[] = [];
    const never = {
      typeOf(path: string) {
        asked.push(path);
        return new Promise(() => undefined);
      },
    } as unknown as FileSystem;
    const files = filesInTurns({ files: never, environment: { isBrowser: true } }, { pause: () => undefined });
    for (const path of paths) void files.typeOf(path);
    await settled();
    expect(asked).toEqual(paths);
  });

  test('neither ask nor answer while others have their turn', async () => {
    let turn: (() => void) | undefined;
    const pause = () => new Promise<void>((resolve) => (turn = resolve));
    const asked: string[] = [];
    const answered: string[] = [];
    const counting = {
      async typeOf(path: string) {
        asked.push(path);
        return 'file';
      },
    } as unknown as FileSystem;
    void filesInTurns(onDisk(counting), { pause })
      .typeOf('/a')
      .then(() => answered.push('/a'));
    await settled();
    expect(asked).toEqual([]);
    turn?.();
    await settled();
    expect([asked, answered]).toEqual([['/a'], []]);
    turn?.();
    await settled();
    expect(answered).toEqual(['/a']);
  });
});
