import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeResultFiles } from '../../../server/src/platform/node/node-result-files.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'skillwright-result-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('new files are written in folders that are made for them', async () => {
  const root = folder();
  const files = [
    { path: 'eval-1/a.md', text: 'größe' },
    { path: 'eval-1/deep/b.bin', bytes: new Uint8Array([0, 255]) },
  ];
  expect(await nodeResultFiles.write(root, 'results/1', files)).toBeUndefined();
  expect(readFileSync(path.join(root, 'results/1/eval-1/a.md'), 'utf8')).toBe('größe');
  expect([...readFileSync(path.join(root, 'results/1/eval-1/deep/b.bin'))]).toEqual([0, 255]);
});

test('nothing is replaced, nothing is written through a link or outside, and the others are written', async () => {
  const [root, elsewhere] = [folder(), folder()];
  mkdirSync(path.join(root, 'results'));
  writeFileSync(path.join(root, 'results/there.md'), 'before');
  symlinkSync(elsewhere, path.join(root, 'results/link'));
  symlinkSync(path.join(elsewhere, 'gone.md'), path.join(root, 'results/broken.md'));
  const files = ['there.md', 'link/a.md', 'broken.md', '../../outside.md', 'a/../b.md', 'new.md'];
  const problem = await nodeResultFiles.write(
    root,
    'results',
    files.map((it) => ({ path: it, text: 'after' })),
  );
  expect(problem).toBeDefined();
  expect(readFileSync(path.join(root, 'results/there.md'), 'utf8')).toBe('before');
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(path.join(root, '../outside.md'))).toBe(false);
  expect(readdirSync(path.join(root, 'results')).sort()).toEqual(['a', 'broken.md', 'link', 'new.md', 'there.md']);
});
