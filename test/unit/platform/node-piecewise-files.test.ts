import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodePiecewiseFiles } from '../../../server/src/platform/node/node-piecewise-files.ts';

async function folderWith(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skillwright-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, name), content);
  return folder;
}

async function open(file: string) {
  const opened = await nodePiecewiseFiles.open(file);
  if (!opened || 'problem' in opened) throw new Error(opened?.problem ?? 'There is no such file');
  onTestFinished(() => opened.close());
  return opened;
}

test('reads a file in pieces up to the end that it had', async () => {
  const bytes = new Uint8Array(1_500_000).map((_, index) => index % 251);
  const file = path.join(await folderWith('large', bytes), 'large');
  const opened = await open(file);
  expect(opened.size).toBe(bytes.length);
  const read: Uint8Array[] = [];
  for (let piece = await opened.next(); piece; piece = await opened.next()) {
    if (read.length === 0) await appendFile(file, 'more');
    read.push(Uint8Array.from(piece));
  }
  expect(read.length).toBeGreaterThan(1);
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
});

test('has nothing of an empty file, and says what is not a file', async () => {
  const folder = await folderWith('empty', '');
  expect(await (await open(path.join(folder, 'empty'))).next()).toBeUndefined();
  expect(await nodePiecewiseFiles.open(path.join(folder, 'missing'))).toBeUndefined();
  expect(await nodePiecewiseFiles.open(folder)).toEqual({ problem: expect.any(String) });
});
