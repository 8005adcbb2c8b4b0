import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../server/src/platform/bounds.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { blockingFileSystem } from '../../../server/src/platform/node/blocking-file-system.ts';
import { nodeFileSystem } from '../../../server/src/platform/node/node-file-system.ts';

const isWindows = process.platform === 'win32';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skillwright-'));
  await writeFile(`${folder}/text.md`, 'A\r\né');
  await writeFile(`${folder}/empty.md`, '');
  await writeFile(`${folder}/large.md`, 'x'.repeat(3 * 1024 * 1024));
  await writeFile(`${folder}/run.sh`, 'true');
  await chmod(`${folder}/run.sh`, 0o755);
  await mkdir(`${folder}/b/inside`, { recursive: true });
  await mkdir(`${folder}/empty`);
  for (const name of ['z', 'a', 'Z', 'é', '10', '9']) await writeFile(`${folder}/b/${name}.md`, name);
  if (isWindows) return;
  await symlink('text.md', `${folder}/link.md`);
  await symlink('b', `${folder}/linked`);
  await symlink('nowhere', `${folder}/dangling`);
  await symlink('circle', `${folder}/circle`);
  execFileSync('mkfifo', [`${folder}/pipe`]);
  return () => rm(folder, { recursive: true });
});

const names = [
  'text.md',
  'empty.md',
  'large.md',
  'run.sh',
  'b',
  'empty',
  'b/../text.md',
  'gone.md',
  'text.md/below',
  '',
];
const links = ['link.md', 'linked', 'linked/a.md', 'dangling', 'circle', 'pipe'];
const places = isWindows ? names : [...names, ...links];

/** Everything that can be asked about a path. */
const questions: Readonly<Record<string, (files: FileSystem, path: string) => Promise<unknown>>> = {
  readFile: async (files, path) => decoded(await files.readFile(path)),
  'readFile of at most 4 bytes': async (files, path) => decoded(await files.readFile(path, 4)),
  readFolder: (files, path) => files.readFolder(path),
  'whyUnreadable as a file': (files, path) => files.whyUnreadable(path, 'file'),
  'whyUnreadable as a folder': (files, path) => files.whyUnreadable(path, 'folder'),
  sizeOf: (files, path) => files.sizeOf(path),
  typeOf: (files, path) => files.typeOf(path),
  isExecutable: (files, path) => files.isExecutable(path),
  realPath: (files, path) => files.realPath(path),
  identityOf: (files, path) => files.identityOf(path),
};

function decoded(bytes: Uint8Array | undefined): string | undefined {
  return bytes && `${bytes.length} ${new TextDecoder().decode(bytes.subarray(0, 20))}`;
}

describe('answers as the file system of the server does', () => {
  test.each(Object.entries(questions))('%s', async (_, ask) => {
    const answersOf = (files: FileSystem) =>
      Promise.all(places.map(async (place) => [place, await ask(files, `${folder}/${place}`)]));
    expect(await answersOf(blockingFileSystem)).toEqual(await answersOf(nodeFileSystem));
  });

  test.skipIf(process.platform !== 'linux')('about files that are generated when they are read', async () => {
    for (const path of ['/proc/self/status', '/proc/self', '/dev/null', '/dev/zero']) {
      for (const ask of Object.values(questions)) {
        // The parts of this process's own folder come and go.
        if (path === '/proc/self' && ask === questions.readFolder) continue;
        expect(await ask(blockingFileSystem, path)).toEqual(await ask(nodeFileSystem, path));
      }
    }
  });
});

test('reads no file that is larger than any that is read', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'skillwright-')), 'huge.md');
  onTestFinished(() => rm(path.dirname(file), { recursive: true }));
  await writeFile(file, new Uint8Array(MAX_FILE_BYTES + 1));
  expect(await blockingFileSystem.readFile(file)).toBeUndefined();
});
