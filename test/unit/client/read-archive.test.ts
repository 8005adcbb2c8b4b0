import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ImportError } from '../../../server/src/archive/import-error.ts';
import { readArchive } from '../../../server/src/archive/read-archive.ts';
import { makeZip } from '../../hostile/zips.ts';

async function faultOf(archive: Uint8Array): Promise<string> {
  try {
    await readArchive(archive);
  } catch (error) {
    return (error as ImportError).fault;
  }
  return 'none';
}

function zip(files: Zippable): Uint8Array {
  return zipSync(files, { level: 6 });
}

describe('a zip', () => {
  test('is unpacked with its folders', async () => {
    const archive = zip({ 'review/SKILL.md': strToU8('# Review'), 'review/references/list.md': strToU8('- a') });
    expect((await readArchive(archive)).map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])).toEqual([
      ['review/SKILL.md', '# Review'],
      ['review/references/list.md', '- a'],
    ]);
  });

  test('from Windows has its separators understood', async () => {
    expect((await readArchive(zip({ 'review\\SKILL.md': strToU8('x') })))[0]!.path).toBe('review/SKILL.md');
  });

  test.each(['../outside.md', 'a/../../outside.md', '/etc/passwd', 'C:/x.md', 'C:\\x.md', '..\\x.md', 'a\0.md'])(
    'that would write to %j is refused',
    async (name) => {
      expect(await faultOf(zip({ 'SKILL.md': strToU8('x'), [name]: strToU8('x') }))).toBe('leads-outside');
    },
  );

  test('with a link is rejected', async () => {
    const link: Zippable = { 'SKILL.md': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] };
    expect(await faultOf(zip(link))).toBe('has-links');
    const file: Zippable = { 'SKILL.md': [strToU8('x'), { os: 3, attrs: 0o100644 << 16 }] };
    expect(await faultOf(zip(file))).toBe('none');
  });

  test('that expands too much is rejected before it is unpacked', async () => {
    const zeros = new Uint8Array(101 * 1024 * 1024);
    expect(
      await faultOf(
        makeZip([
          { name: 'SKILL.md', content: 'x' },
          { name: 'zeros', content: zeros },
        ]),
      ),
    ).toBe('too-large');
  });

  test('with very many files is rejected', async () => {
    const files = Object.fromEntries(Array.from({ length: 5_001 }, (_, number) => [`${number}`, new Uint8Array(0)]));
    expect(await faultOf(zip(files))).toBe('too-many-files');
  });

  test.each([
    ['nothing', new Uint8Array(0)],
    ['text', strToU8('no zip at all, but long enough for the last record of one')],
    ['half a zip', zip({ 'SKILL.md': strToU8('x'.repeat(500)) }).slice(0, 60)],
    ['a zip whose middle is gone', withoutMiddle(zip({ 'SKILL.md': strToU8('some words of a skill '.repeat(9)) }))],
  ])('that is %s is refused', async (_, archive) => {
    expect(await faultOf(archive)).toBe('damaged');
  });
});

function withoutMiddle(archive: Uint8Array): Uint8Array {
  return new Uint8Array([...archive.slice(0, 40), ...archive.slice(60)]);
}
