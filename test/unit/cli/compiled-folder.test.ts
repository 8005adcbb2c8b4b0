import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compiledFolder } from '../../../server/src/cli/cache/compiled-folder.ts';

let home: string;
let base: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'skillwright-compiled-'));
  base = path.join(home, '.cache', 'skillwright');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The folder that a release with this text uses, if any. */
function foldersUsed(text = 'a release', args: readonly string[] = ['node', 'cli.js', 'check']): string[] {
  const entry = path.join(home, 'cli.js');
  writeFileSync(entry, text);
  const folder = compiledFolder(entry, args, path.join(base, 'check'));
  return folder === undefined ? [] : [folder];
}

const isPosix = process.platform !== 'win32';

describe('the cache of compiled code', () => {
  test('is a private folder for each release, with those of the last releases', () => {
    const [folder] = foldersUsed();
    expect(foldersUsed()).toEqual([folder]);
    const all = path.join(base, 'compiled');
    expect(path.dirname(folder!)).toBe(all);
    for (const release of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const [other] = foldersUsed(release);
      expect(other).not.toBe(folder);
      expect(readdirSync(all)).toContain(path.basename(other!));
      // Each is older than the next.
      utimesSync(other!, 1_000 + release.charCodeAt(0), 1_000 + release.charCodeAt(0));
    }
    expect(readdirSync(all)).toHaveLength(6);
  });

  test('keeps the code of the last versions of Node only', () => {
    const [folder] = foldersUsed();
    for (const version of ['v1', 'v2', 'v3', 'v4', 'v5']) mkdirSync(path.join(folder!, version));
    foldersUsed();
    expect(readdirSync(folder!)).toHaveLength(3);
  });

  test('is not used with --no-cache', () => {
    expect(foldersUsed('a', ['node', 'cli.js', 'check', '--no-cache'])).toEqual([]);
    expect(existsSync(base)).toBe(false);
  });

  test.runIf(isPosix)('is not used where others may write, or where a link leads', () => {
    const [folder] = foldersUsed();
    for (const place of [folder!, path.dirname(folder!), base, path.dirname(base)]) {
      chmodSync(place, 0o777);
      expect(foldersUsed(), place).toEqual([]);
      chmodSync(place, 0o700);
    }
    expect(foldersUsed()).toEqual([folder]);
    rmSync(folder!, { recursive: true });
    const elsewhere = path.join(home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, folder!);
    expect(foldersUsed()).toEqual([]);
  });

  test('is not used where no folder can be created', () => {
    writeFileSync(path.join(home, '.cache'), '');
    expect(foldersUsed()).toEqual([]);
  });
});
