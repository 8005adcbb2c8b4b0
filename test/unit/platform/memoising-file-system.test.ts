import { describe, expect, test } from 'vitest';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { memoisingFileSystem } from '../../../server/src/platform/file-systems/memoising-file-system.ts';
import { overlayFileSystem } from '../../../server/src/platform/file-systems/overlay-file-system.ts';

/** A file system with one folder `/a` that holds `b.md` and the folder `C`, and a record of the questions. */
function recordedFileSystem() {
  const asked: string[] = [];
  const record = <T>(question: string, answer: T): Promise<T> => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  const files: FileSystem = {
    readFile: (path) => record(`read ${path}`, path === '/a/b.md' ? new Uint8Array([1]) : undefined),
    readFolder: (path) =>
      record(
        `list ${path}`,
        path === '/a'
          ? [
              { name: 'b.md', type: 'file' },
              { name: 'C', type: 'folder' },
            ]
          : undefined,
      ),
    whyUnreadable: async () => undefined,
    sizeOf: async () => undefined,
    typeOf: (path) => record(`type ${path}`, path === '/a' ? 'folder' : path === '/a/b.md' ? 'file' : undefined),
    realPath: (path) => record(`real ${path}`, path),
    isExecutable: async () => undefined,
    identityOf: async (path) => path,
  };
  return { files: memoisingFileSystem(files), asked };
}

describe('memoisingFileSystem', () => {
  test('asks once, also for questions that come before the answer', async () => {
    const { files, asked } = recordedFileSystem();
    await Promise.all([files.typeOf('/a'), files.typeOf('/a'), files.readFolder('/a'), files.readFolder('/a')]);
    await Promise.all([files.typeOf('/a'), files.readFolder('/a'), files.realPath('/a'), files.realPath('/a')]);
    expect(asked).toEqual(['type /a', 'list /a', 'real /a']);
  });

  test('does not look up what a listed folder lacks, nor anything below it', async () => {
    const { files, asked } = recordedFileSystem();
    await files.readFolder('/a');
    expect(await files.typeOf('/a/.claude-plugin/plugin.json')).toBeUndefined();
    expect(await files.readFolder('/a/.claude')).toBeUndefined();
    expect(await files.readFile('/a/x.md')).toBeUndefined();
    expect(asked).toEqual(['list /a']);
  });

  test('asks where a name may be the same in another spelling, or the path has steps', async () => {
    const { files, asked } = recordedFileSystem();
    await files.readFolder('/a');
    await files.typeOf('/a/c');
    await files.typeOf('/a/x/../b.md');
    await files.typeOf('/a/./b.md');
    await files.typeOf('/a/B.MD/deep');
    expect(asked.slice(1)).toEqual(['type /a/c', 'type /a/x/../b.md', 'type /a/./b.md', 'type /a/B.MD/deep']);
  });

  test('finds the real path of what is in a listed folder by that of the folder, unless it is a link', async () => {
    const asked: string[] = [];
    const base: FileSystem = {
      ...recordedFileSystem().files,
      readFolder: async () => [
        { name: 'b.md', type: 'file' },
        { name: 'link.md', type: 'file', isLink: true },
      ],
      realPath: async (path) => {
        asked.push(path);
        return path.replace('/a', '/elsewhere').replace('link', 'target');
      },
    };
    const files = memoisingFileSystem(base);
    await files.readFolder('/a');
    expect(await files.realPath('/a/b.md')).toBe('/elsewhere/b.md');
    expect(await files.realPath('/a/link.md')).toBe('/elsewhere/target.md');
    expect(await files.realPath('/a/B.md')).toBe('/elsewhere/B.md');
    expect(asked).toEqual(['/a', '/a/link.md', '/a/B.md']);
  });

  test('does not keep the bytes of files', async () => {
    const { files, asked } = recordedFileSystem();
    await files.readFile('/a/b.md');
    expect(await files.readFile('/a/b.md')).toEqual(new Uint8Array([1]));
    expect(asked).toHaveLength(2);
  });
});

test('overlayFileSystem has the given bytes at the given path and all else from below', async () => {
  const { files } = recordedFileSystem();
  const overlay = overlayFileSystem(files, '/a/new.md', new Uint8Array([2]));
  expect(await overlay.readFile('/a/new.md')).toEqual(new Uint8Array([2]));
  expect(await overlay.typeOf('/a/new.md')).toBe('file');
  expect(await overlay.readFile('/a/b.md')).toEqual(new Uint8Array([1]));
  expect(await overlay.typeOf('/nowhere')).toBeUndefined();
});

describe('content that is kept', () => {
  function countedReads(maxKept: number) {
    const reads: string[] = [];
    const readFile = async (path: string) => {
      reads.push(path);
      return new Uint8Array(10);
    };
    return { files: memoisingFileSystem({ ...recordedFileSystem().files, readFile }, maxKept), reads };
  }

  /** Reads so many other files that those before are no longer at hand. */
  async function readOthers(files: FileSystem): Promise<void> {
    for (let index = 0; index < 100; index++) await files.readFile(`/others/${index}`);
  }

  test('is read once by two readers, and again by a third', async () => {
    const { files, reads } = countedReads(2000);
    const first = await files.readFile('/a/b.md');
    await readOthers(files);
    expect(await files.readFile('/a/b.md')).toBe(first);
    expect(reads.filter((path) => path === '/a/b.md')).toHaveLength(1);
    await files.readFile('/a/b.md');
    expect(reads.filter((path) => path === '/a/b.md')).toHaveLength(2);
  });

  test('is at hand for all who read it right after one another, or at once', async () => {
    const { files, reads } = countedReads(1);
    const read = () => files.readFile('/a/b.md');
    const contents = [await read(), ...(await Promise.all([read(), read()])), await read()];
    expect(new Set(contents).size).toBe(1);
    expect(reads).toHaveLength(1);
  });

  test('is not given to a reader who wants less', async () => {
    const { files, reads } = countedReads(100);
    await files.readFile('/a/b.md');
    await files.readFile('/a/b.md', 5);
    expect(reads).toHaveLength(2);
  });

  test('has a limit, after which nothing more is kept', async () => {
    const { files, reads } = countedReads(25);
    for (const name of ['1', '2', '3']) await files.readFile(`/b/${name}`);
    await readOthers(files);
    for (const name of ['1', '2', '3']) await files.readFile(`/b/${name}`);
    await readOthers(files);
    await files.readFile('/b/4');
    await readOthers(files);
    await files.readFile('/b/4');
    expect(reads.filter((path) => path.startsWith('/b/'))).toEqual(['/b/1', '/b/2', '/b/3', '/b/3', '/b/4', '/b/4']);
  });

  test('is not kept unless somebody asks for it', async () => {
    const { files, reads } = countedReads(0);
    for (const name of ['1', '1']) await files.readFile(`/b/${name}`);
    expect(reads).toHaveLength(2);
  });
});
