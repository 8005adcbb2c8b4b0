import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { GitObjects } from '../../../server/src/platform/node/git/git-objects.ts';
import { openRevision } from '../../../server/src/platform/node/git/open-revision.ts';
import { nodeFileSystem } from '../../../server/src/platform/node/node-file-system.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skillwright-git-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const git = (...words: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
    encoding: 'utf8',
  }).trim();
git('init', '-q', '-b', 'main');
const contents = { 'a.txt': 'a\n', 'empty.txt': '', 'large.bin': '\n\u0000'.repeat(150_000), 'ü b.txt': 'umlaut' };
for (const [name, text] of Object.entries(contents)) writeFileSync(path.join(folder, name), text);
git('add', '-A');
git('commit', '-q', '-m', 'one');
const objectOf = (name: string) => git('rev-parse', `HEAD:${name}`);

test('objects are read byte for byte, many at a time, and none that is too large or missing', async () => {
  const objects = new GitObjects(folder);
  const text = async (object: string, max?: number) => {
    const bytes = await objects.read(object, max);
    return bytes && Buffer.from(bytes).toString();
  };
  const names = Object.keys(contents) as (keyof typeof contents)[];
  const asked = [...names, ...names].map((name) => text(objectOf(name)));
  expect(await Promise.all(asked)).toEqual([...names, ...names].map((name) => contents[name]));
  expect(
    await Promise.all([text(objectOf('large.bin'), 1000), text(objectOf('a.txt'), 2), text(objectOf('a.txt'), 1)]),
  ).toEqual([undefined, 'a\n', undefined]);
  expect(await text('0'.repeat(40))).toBeUndefined();
  expect(await text('HEAD:a.txt\nHEAD')).toBeUndefined();
  expect(await text(objectOf('a.txt'))).toBe('a\n');
  objects.close();
  expect(await text(objectOf('a.txt'))).toBeUndefined();
});

test('a revision has the files that were committed, whatever they are now', async () => {
  writeFileSync(path.join(folder, 'a.txt'), 'changed');
  const revision = await openRevision(folder, 'main', nodeFileSystem, []);
  if ('problem' in revision) throw new Error(revision.problem);
  const root = (await nodeFileSystem.realPath(folder))!;
  expect(revision.commit).toBe(git('rev-parse', 'HEAD'));
  expect(Buffer.from((await revision.files.readFile(`${root}/a.txt`))!).toString()).toBe('a\n');
  expect(await revision.files.sizeOf(`${root}/ü b.txt`)).toBe(6);
  revision.close();
  for (const name of ['-x', '--all', 'main^{tree}', 'nowhere', 'a\nb']) {
    expect(await openRevision(folder, name, nodeFileSystem, []), name).toEqual({
      problem: expect.stringMatching(/^there is no revision /),
    });
  }
});
