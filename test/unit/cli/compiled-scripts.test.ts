import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CompiledScripts, type LoadedModule } from '../../../server/src/cli/cache/compiled-scripts.ts';

let home: string;
let folder: string;
let script: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'skillwright-scripts-'));
  folder = path.join(home, 'compiled');
  script = path.join(home, 'part.cjs');
  writeFileSync(script, textFor('one'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A script whose text has the same length for all words of a length, which is all that V8 compares. */
function textFor(word: string): string {
  return `const { sep } = require("node:path"); module.exports = { say: () => "${word}" + sep.length };`;
}

function load() {
  const scripts = new CompiledScripts(folder);
  const module: LoadedModule = { exports: {}, require: () => path };
  scripts.load(module, script);
  return { scripts, exports: module.exports as { say(): string } };
}

/** What the script says in a process that starts, and then ends. */
function start(): string {
  const { scripts, exports } = load();
  const said = exports.say();
  scripts.keep();
  return said;
}

const keptFile = () => path.join(folder, 'part.cjs');

const isPosix = process.platform !== 'win32';

describe('the compiled code of scripts', () => {
  test('is kept without functions that were never called', () => {
    load().scripts.keep();
    expect(readFileSync(keptFile()).includes('one')).toBe(false);
  });

  test('is kept, also that of functions that were called, and used by the next start', () => {
    expect(start()).toBe('one1');
    expect(readdirSync(folder)).toEqual(['part.cjs']);
    expect(readFileSync(keptFile()).includes('one')).toBe(true);
    const next = load();
    // Only what could not be used is kept again.
    rmSync(keptFile());
    next.scripts.keep();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not used for another text of the same length', () => {
    start();
    writeFileSync(script, textFor('two'));
    expect(start()).toBe('two1');
    writeFileSync(script, textFor('one'));
    expect(start()).toBe('one1');
  });

  test.each([
    ['shortened', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    [
      'changed in one bit',
      (bytes: Buffer) => {
        bytes[bytes.length - 20]! ^= 1;
        return bytes;
      },
    ],
  ])('is replaced when it is %s', (_, damage) => {
    start();
    const damaged = damage(readFileSync(keptFile()));
    writeFileSync(keptFile(), damaged);
    expect(start()).toBe('one1');
    expect(readFileSync(keptFile())).not.toEqual(damaged);
  });

  test.runIf(isPosix)('is not used where others may write, or where a link leads', () => {
    start();
    const kept = readFileSync(keptFile());
    chmodSync(keptFile(), 0o666);
    expect(start()).toBe('one1');
    rmSync(keptFile());
    const elsewhere = path.join(home, 'elsewhere');
    writeFileSync(elsewhere, kept);
    symlinkSync(elsewhere, keptFile());
    expect(start()).toBe('one1');
    // What the link led to is left as it was.
    expect(readFileSync(elsewhere)).toEqual(kept);
    rmSync(folder, { recursive: true });
    start();
    rmSync(keptFile());
    chmodSync(folder, 0o777);
    expect(start()).toBe('one1');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not kept where no folder can be created', () => {
    writeFileSync(folder, '');
    expect(start()).toBe('one1');
    expect(readFileSync(folder)).toHaveLength(0);
  });
});
