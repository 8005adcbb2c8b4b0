import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import nodePath from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { overlayFileSystem } from '../../../server/src/platform/file-systems/overlay-file-system.ts';
import { noFiles } from '../../../server/src/platform/no-files.ts';
import { nodeFileSystem } from '../../../server/src/platform/node/node-file-system.ts';
import { linkTo, type MemoryFiles, memoryFileSystem } from '../memory-file-system.ts';

const path = '/app/.claude/skills/beans/SKILL.md';
const text = '---\nname: beans\n---\nSow 豆 in May.\n';

async function contextOf(bytes: Uint8Array) {
  const context = await readFileContext(path, overlayFileSystem(noFiles, path, bytes), undefined);
  return { encoding: context?.encoding, bytes: context?.bytes };
}

const utf16 = (written: string) => Buffer.from(written, 'utf16le');

test('UTF-16 is told with and without a byte order mark, in both byte orders', async () => {
  for (const written of [`\uFEFF${text}`, text, text.repeat(100), '---', 'Hi', `---\nname: ${'豆'.repeat(300)}\n`]) {
    const bytes = utf16(written);
    const expected = { encoding: 'utf-16', bytes: bytes.length };
    expect(await contextOf(bytes)).toEqual(expected);
    expect(await contextOf(Buffer.from(bytes).swap16())).toEqual(expected);
  }
});

test('UTF-8 is recognized with any content, and its size is left to the text', async () => {
  for (const written of [
    '',
    '-',
    text,
    `\uFEFF${text}`,
    '\0',
    'a\0',
    '\0\0\0\0',
    'a\0b\0c\0 and more text',
    '豆'.repeat(200),
  ]) {
    expect(await contextOf(Buffer.from(written))).toEqual({ encoding: 'utf-8', bytes: undefined });
  }
});

test('other bytes are told with their number', async () => {
  const bytes = Buffer.from('---\nname: café\n---\n', 'latin1');
  expect(await contextOf(bytes)).toEqual({ encoding: 'not-utf-8', bytes: bytes.length });
});

test.skipIf(process.platform === 'win32')(
  'a skill that is too deep for the project may be a part of a plugin, through a link',
  async () => {
    const root = await realpath(await mkdtemp(nodePath.join(tmpdir(), 'offered-')));
    const write = async (name: string, written: string) => {
      await mkdir(nodePath.dirname(`${root}/${name}`), { recursive: true });
      await writeFile(`${root}/${name}`, written);
    };
    try {
      const plugins = [{ name: 'no-folder' }, { name: 'office', source: './plugins/office' }];
      await write('.claude-plugin/marketplace.json', JSON.stringify({ name: 'shop', owner: { name: 'Ada' }, plugins }));
      const manifest = { name: 'office', skills: ['./skills/paper'] };
      await write('plugins/office/.claude-plugin/plugin.json', JSON.stringify(manifest));
      for (const name of ['paper/pdf', 'other/csv']) await write(`.claude/skills/${name}/SKILL.md`, text);
      await mkdir(`${root}/plugins/office/skills`);
      await symlink('../../../.claude/skills/paper', `${root}/plugins/office/skills/paper`);
      const misplaced = async (name: string) => {
        const context = await readFileContext(`${root}/.claude/skills/${name}/SKILL.md`, nodeFileSystem, undefined);
        return context?.misplaced;
      };
      expect(await misplaced('paper/pdf')).toEqual({
        reason: 'too-deep',
        loadedAt: 'pdf/SKILL.md',
        offeredBy: 'office',
      });
      expect(await misplaced('other/csv')).toEqual({ reason: 'too-deep', loadedAt: 'csv/SKILL.md' });
    } finally {
      await rm(root, { recursive: true });
    }
  },
);

describe('a text with the path of a link', () => {
  const shop = { name: 'shop', owner: { name: 'Ada' }, plugins: [{ name: 'office', source: './plugins/office' }] };
  const misplacedIn = async (written: string, more: MemoryFiles = {}) => {
    const files = memoryFileSystem({
      '/repo/.claude-plugin/marketplace.json': JSON.stringify(shop),
      '/repo/plugins/office/.claude-plugin/plugin.json': JSON.stringify({ name: 'office', skills: ['./skills/paper'] }),
      '/repo/plugins/office/skills/paper': written,
      '/repo/.claude/skills/paper/pdf/SKILL.md': text,
      ...more,
    });
    const context = await readFileContext('/repo/.claude/skills/paper/pdf/SKILL.md', files, undefined);
    return context?.misplaced;
  };

  test('says which plugin would have a skill', async () => {
    const offered = {
      reason: 'too-deep',
      loadedAt: 'pdf/SKILL.md',
      offeredBy: 'office',
      offeredThrough: 'plugins/office/skills/paper',
    };
    expect(await misplacedIn('../../../.claude/skills/paper')).toEqual(offered);
    expect(await misplacedIn('../../../.claude/skills/paper\r\n')).toEqual(offered);
  });

  test.for([
    ['leads elsewhere', '../../../.claude/skills'],
    ['leads nowhere', '../../../.claude/skills/papers'],
    ['is absolute', '/repo/.claude/skills/paper'],
    ['has more lines', '../../../.claude/skills/paper\nMore.\n'],
    ['is too long', `${'./'.repeat(600)}../../../.claude/skills/paper`],
    ['leads out of the repository', '../../../../repo/../elsewhere'],
    ['is empty', ''],
  ] as const)('says nothing if it %s', async ([, written]) => {
    const found = await misplacedIn(written, { '/elsewhere/pdf/SKILL.md': text });
    expect(found).toEqual({ reason: 'too-deep', loadedAt: 'pdf/SKILL.md' });
  });

  test('says nothing if a real link on its way leads out of the repository', async () => {
    const disk = {
      '/repo/.git/HEAD': '',
      '/repo/out': linkTo('/elsewhere'),
      '/elsewhere/x/SKILL.md': text,
      '/repo/.claude/skills/a/SKILL.md': '../../../out/x/SKILL.md',
      '/repo/.claude/skills/b/SKILL.md': '../../../mine/SKILL.md\n',
      '/repo/mine/SKILL.md': text,
    };
    const isLinkText = async (name: string) =>
      (await readFileContext(`/repo/.claude/skills/${name}/SKILL.md`, memoryFileSystem(disk), undefined))?.isLinkText;
    expect(await isLinkText('a')).toBeUndefined();
    expect(await isLinkText('b')).toBe(true);
  });
});
