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
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { URI } from 'vscode-uri';
import type { SkillChanges } from '../../client/src/changes/skill-changes.ts';
import type { LanguageServer } from '../../client/src/language-server/language-server.ts';
import { findSkills } from '../../client/src/skills/import/find-skills.ts';
import { importSkills } from '../../client/src/skills/import/import-skills.ts';
import { type MadeEntry, makeZip } from './zips.ts';

/** What a person sees and says. */
const person = vi.hoisted(() => ({
  typed: undefined as string | undefined,
  asked: [] as string[],
  told: [] as string[],
}));
/** The write that fails, counted from one. */
const disk = vi.hoisted(() => ({ failingWrite: 0, writes: 0 }));

vi.mock('vscode', async () => {
  const { URI, Utils } = await import('vscode-uri');
  const write = async (uri: URI, bytes: Uint8Array) => {
    if (++disk.writes === disk.failingWrite) throw new Error('No space left on device');
    await mkdir(path.dirname(uri.fsPath), { recursive: true });
    await writeFile(uri.fsPath, bytes);
  };
  return {
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    InputBoxValidationSeverity: { Error: 3, Warning: 2 },
    QuickPickItemKind: { Separator: -1 },
    Uri: { parse: URI.parse, file: URI.file, joinPath: Utils.joinPath },
    window: {
      async showInputBox({ value, validateInput }: { value: string; validateInput(text: string): Promise<unknown> }) {
        person.asked.push(`${value}: ${JSON.stringify(await validateInput(value))}`);
        return person.typed;
      },
      showQuickPick: async (items: unknown) => items,
      showInformationMessage: async (text: string) => void person.told.push(text),
    },
    workspace: {
      fs: {
        async stat(uri: URI) {
          const found = await stat(uri.fsPath);
          return { type: found.isDirectory() ? 2 : found.isFile() ? 1 : 0, size: found.size, mtime: found.mtimeMs };
        },
        async readDirectory(uri: URI) {
          const entries = await readdir(uri.fsPath, { withFileTypes: true });
          return Promise.all(
            entries.map(async (entry) => {
              if (!entry.isSymbolicLink()) return [entry.name, entry.isDirectory() ? 2 : entry.isFile() ? 1 : 0];
              const target = await stat(path.join(uri.fsPath, entry.name)).catch(() => undefined);
              return [entry.name, 64 | (target?.isDirectory() ? 2 : target ? 1 : 0)];
            }),
          );
        },
        readFile: async (uri: URI) => new Uint8Array(await readFile(uri.fsPath)),
        writeFile: write,
        createDirectory: (uri: URI) => mkdir(uri.fsPath, { recursive: true }),
        async copy(from: URI, to: URI) {
          if ((await stat(from.fsPath)).isFile()) return write(to, await readFile(from.fsPath));
          return cp(from.fsPath, to.fsPath, { recursive: true, errorOnExist: true, verbatimSymlinks: true });
        },
        async rename(from: URI, to: URI) {
          if (existsSync(to.fsPath)) throw new Error('exists');
          await rename(from.fsPath, to.fsPath);
        },
        delete: (uri: URI) => rm(uri.fsPath, { recursive: true }),
      },
    },
  };
});

let folder: string;
let skills: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'import-'));
  skills = path.join(folder, 'project', '.claude', 'skills');
  mkdirSync(skills, { recursive: true });
  Object.assign(person, { typed: undefined, asked: [], told: [] });
  Object.assign(disk, { failingWrite: 0, writes: 0 });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const server = {
  request: async (name: string) =>
    name === 'skillwright/destinations'
      ? [{ uri: URI.file(skills).toString(), label: 'Project', detail: '', taken: readdirSync(skills) }]
      : null,
} as unknown as LanguageServer;

const changes = {
  make: async (make) => {
    await make();
  },
  show: async () => {},
} satisfies Pick<SkillChanges, 'make' | 'show'> as unknown as SkillChanges;

/** Imports a file or folder into the project and tells what the project's folder `.claude` holds afterwards. */
async function imported(source: string): Promise<string[]> {
  await importSkills(server, changes, await findSkills(URI.file(source) as never), 'node');
  return contentOf(path.join(folder, 'project'));
}

function contentOf(top: string): string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(top, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

function archive(name: string, entries: readonly MadeEntry[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, makeZip(entries));
  return file;
}

const skill: MadeEntry = { name: 'SKILL.md', content: '# A skill' };
const inReview = (name: string, rest: Partial<MadeEntry> = {}): MadeEntry => ({ name: `review/${name}`, ...rest });

describe('the name of an archive', () => {
  const hostile = [
    '...zip',
    '.skill',
    '..skill',
    '. .zip',
    'con.zip',
    'NUL.skill',
    'com1.txt.zip',
    'a..zip',
    'a .zip',
    'a\n.zip',
    '\u202Ea.zip',
  ];

  test.each(hostile)('%j is asked for another one, and nothing is written next to the skills', async (name) => {
    const entries = [skill, { name: 'settings.json', content: '{"hooks": {}}' }];
    person.typed = 'chosen';
    expect(await imported(archive(name, entries))).toEqual([
      '.claude/skills/chosen/SKILL.md',
      '.claude/skills/chosen/settings.json',
    ]);
    expect(person.asked).toHaveLength(1);
  });

  test.each(hostile)('%j imports nothing where the person leaves', async (name) => {
    expect(await imported(archive(name, [skill]))).toEqual([]);
  });

  test.each(['..', '../..', '../../other', 'a/b', 'a\\b', '/tmp/x', ''])(
    '%j is refused even as an answer',
    async (name) => {
      person.typed = name;
      await expect(imported(archive('...zip', [skill]))).rejects.toThrow();
      expect(contentOf(path.join(folder, 'project'))).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual(['...zip', 'project']);
    },
  );
});

test.each(['con', 'aux', 'ab:c', 'a.', 'a ', 'a?', '*', 'x\ty', '...'])(
  'a folder %j in an archive is asked for another name',
  async (name) => {
    person.typed = 'chosen';
    const entries = [{ name: `${name}/SKILL.md` }, { name: `${name}/a/b.md` }];
    // Three dots begin with one, and so are hidden.
    const result = imported(archive('x.zip', entries));
    if (name === '...') await expect(result).rejects.toThrow('has no SKILL.md');
    else expect(await result).toEqual(['.claude/skills/chosen/SKILL.md', '.claude/skills/chosen/a/b.md']);
  },
);

describe('what is hidden', () => {
  test('in an archive is left out and named', async () => {
    const entries = [
      'SKILL.md',
      '.git/config',
      '.git/hooks/post-checkout',
      '.claude/settings.json',
      'a/.env',
      'a/b.md',
    ];
    const source = archive('x.zip', [...entries.map((name) => inReview(name)), { name: '__MACOSX/review/._SKILL.md' }]);
    expect(await imported(source)).toEqual(['.claude/skills/review/SKILL.md', '.claude/skills/review/a/b.md']);
    expect(person.told).toHaveLength(1);
    for (const name of ['review/.git', 'review/.claude', 'review/a/.env', '__MACOSX'])
      expect(person.told[0]).toContain(name);
    expect(person.told[0]).not.toContain('hooks');
  });

  test('in a folder is left out and named', async () => {
    const source = path.join(folder, 'review');
    for (const file of ['SKILL.md', '.git/config', '.mcp.json', 'a/__MACOSX/b', 'a/b.md']) {
      mkdirSync(path.dirname(path.join(source, file)), { recursive: true });
      writeFileSync(path.join(source, file), 'x');
    }
    expect(await imported(source)).toEqual(['.claude/skills/review/SKILL.md', '.claude/skills/review/a/b.md']);
    for (const name of ['.git', '.mcp.json', 'a/__MACOSX']) expect(person.told[0]).toContain(name);
  });

  test('above the skills of a project is no reason not to find them', async () => {
    const source = archive('x.zip', [{ name: '.claude/skills/review/SKILL.md' }, { name: '.claude/settings.json' }]);
    expect(await imported(source)).toEqual(['.claude/skills/review/SKILL.md']);
  });
});

describe('links', () => {
  test('inside of a folder are not followed, not copied, and named', async () => {
    const source = path.join(folder, 'review');
    mkdirSync(path.join(folder, 'secrets'));
    writeFileSync(path.join(folder, 'secrets', 'key'), 'secret');
    mkdirSync(source);
    writeFileSync(path.join(source, 'SKILL.md'), 'x');
    symlinkSync(path.join(folder, 'secrets', 'key'), path.join(source, 'key.md'));
    symlinkSync(path.join(folder, 'secrets'), path.join(source, 'references'));
    symlinkSync('..', path.join(source, 'up'));
    expect(await imported(source)).toEqual(['.claude/skills/review/SKILL.md']);
    expect(readdirSync(path.join(skills, 'review'))).toEqual(['SKILL.md']);
    for (const name of ['key.md', 'references', 'up']) expect(person.told[0]).toContain(name);
  });

  test.each([
    ['a link', 0o120777],
    ['a device', 0o060644],
    ['a pipe', 0o010644],
  ])('in an archive: with %s nothing is imported', async (_, mode) => {
    await expect(imported(archive('x.zip', [skill, { name: 'key.md', content: '/etc/passwd', mode }]))).rejects.toThrow(
      'key.md',
    );
    expect(contentOf(folder)).toEqual(['x.zip']);
  });
});

describe('an archive that lies', () => {
  const long = 'words of a skill '.repeat(100);

  test.each<readonly [string, readonly MadeEntry[]]>([
    ['about a checksum', [inReview('SKILL.md', { checksum: 1 })]],
    ['about a checksum of stored bytes', [inReview('SKILL.md', { method: 0, checksum: 1 })]],
    ['about a size: it is larger', [inReview('SKILL.md', { content: long, size: 10 })]],
    ['about a size: it is nothing', [inReview('SKILL.md', { content: long, size: 0 })]],
    ['about a size: it is smaller', [inReview('SKILL.md', { size: 100 })]],
    ['about a stored size', [inReview('SKILL.md', { method: 0, size: 100 })]],
    ['in one of two places about a size', [inReview('SKILL.md', { local: { size: 3 } })]],
    ['in one of two places about a name', [inReview('SKILL.md', { local: { name: 'review/x' } })]],
    ['in one of two places about a method', [inReview('SKILL.md', { local: { method: 0 } })]],
    ['in one of two places about a checksum', [inReview('SKILL.md', { local: { checksum: 1 } })]],
    ['by sharing bytes', [inReview('SKILL.md'), inReview('a.md', { sameAs: 0 })]],
  ])('%s is refused', async (_, entries) => {
    await expect(imported(archive('x.zip', entries))).rejects.toThrow('damaged');
    expect(contentOf(folder)).toEqual(['x.zip']);
  });

  test('thousands of times about the same large bytes is rejected before any is unpacked', async () => {
    const zeros = inReview('SKILL.md', { content: new Uint8Array(20_000_000), size: 0, checksum: 0 });
    const others = Array.from({ length: 4_000 }, (_, number) => ({
      ...inReview(`${number}`, { size: 0 }),
      checksum: 0,
      sameAs: 0,
    }));
    await expect(imported(archive('x.zip', [zeros, ...others]))).rejects.toThrow('damaged');
    expect(contentOf(folder)).toEqual(['x.zip']);
  });

  test('about one file that is huge is not unpacked further than it says', async () => {
    const entries = [skill, { name: 'zeros', content: new Uint8Array(20_000_000), size: 1_000 }];
    await expect(imported(archive('x.zip', entries))).rejects.toThrow('damaged');
  });

  test.each<readonly [string, readonly MadeEntry[]]>([
    ['twice', [inReview('SKILL.md'), inReview('SKILL.md', { content: 'other' })]],
    ['in another case', [inReview('SKILL.md'), inReview('a.md'), inReview('A.md')]],
    ['in a folder of another case', [inReview('SKILL.md'), inReview('a/b.md'), inReview('A/c.md')]],
    ['composed in another way', [inReview('SKILL.md'), inReview('\u00e9.md'), inReview('e\u0301.md')]],
    ['as a file and a folder', [inReview('SKILL.md'), inReview('a'), inReview('a/b.md')]],
    ['as a folder and a file', [inReview('SKILL.md'), inReview('a/b.md'), inReview('a')]],
    ['with another separator', [inReview('SKILL.md'), inReview('a/b.md'), { name: 'review\\a\\b.md' }]],
  ])('with a name %s is refused', async (_, entries) => {
    await expect(imported(archive('x.zip', entries))).rejects.toThrow('appears twice');
    expect(contentOf(folder)).toEqual(['x.zip']);
  });

  test.each([
    'a\tb.md',
    'con',
    'nul.md',
    'a./b.md',
    'b ',
    'a:b',
    '\u202Egnp.md',
    `${'a'.repeat(300)}.md`,
    'a/'.repeat(2_000),
  ])('a file %j is refused', async (name) => {
    await expect(imported(archive('x.zip', [inReview('SKILL.md'), inReview(`${name}`)]))).rejects.toThrow(
      'every system',
    );
  });

  test.each<readonly [string, Partial<MadeEntry>, string]>([
    ['encrypted', { flags: 0x801 }, 'encrypted'],
    ['compressed by an unknown method', { method: 12 }, 'unsupported compression method'],
  ])('that is %s is refused', async (_, how, words) => {
    await expect(imported(archive('x.zip', [inReview('SKILL.md', how)]))).rejects.toThrow(words);
  });
});

describe('an archive that is honest', () => {
  test('keeps files of any name', async () => {
    const names = ['SKILL.md', '__proto__', 'constructor', 'a/__proto__', 'hasOwnProperty', 'toString.md', '100% é.md'];
    const source = archive(
      'review.zip',
      names.map((name) => ({ name })),
    );
    expect(await imported(source)).toEqual(names.map((name) => `.claude/skills/review/${name}`).sort());
    expect(person.told, 'nothing was left out').toEqual([]);
  });

  test.each<readonly [string, Partial<MadeEntry>]>([
    ['its sizes after the content', { flags: 0x808 }],
    ['its numbers in 64 bits', { wide: true }],
    ['its content as it is', { method: 0 }],
    ['a Unix mode', { mode: 0o100755 }],
    ['nothing in it', { content: '' }],
  ])('is imported with %s', async (_, how) => {
    expect(await imported(archive('x.zip', [inReview('SKILL.md', { content: '# Words', ...how })]))).toEqual([
      '.claude/skills/review/SKILL.md',
    ]);
    expect(readFileSync(path.join(skills, 'review', 'SKILL.md'), 'utf8')).toBe(how.content ?? '# Words');
  });
});

describe('an import that fails', () => {
  test.each([1, 2, 3])('at file %i leaves nothing behind', async (failingWrite) => {
    disk.failingWrite = failingWrite;
    const entries = ['SKILL.md', 'a.md', 'b/c.md'].map((name) => inReview(name));
    await expect(imported(archive('x.zip', entries))).rejects.toThrow('No space');
    expect(readdirSync(skills)).toEqual([]);
  });

  test.each([1, 2])('at file %i of a folder leaves nothing behind', async (failingWrite) => {
    const source = path.join(folder, 'review');
    mkdirSync(source);
    for (const name of ['SKILL.md', 'a.md']) writeFileSync(path.join(source, name), 'x');
    disk.failingWrite = failingWrite;
    await expect(imported(source)).rejects.toThrow('No space');
    expect(readdirSync(skills)).toEqual([]);
  });

  test('does not touch what is there', async () => {
    mkdirSync(path.join(skills, 'Review'));
    writeFileSync(path.join(skills, 'Review', 'SKILL.md'), 'mine');
    expect(await imported(archive('x.zip', [inReview('SKILL.md', { content: 'theirs' })]))).toEqual([
      '.claude/skills/Review/SKILL.md',
    ]);
    expect(person.asked[0]).toMatch(/^review-2/);
    expect(readFileSync(path.join(skills, 'Review', 'SKILL.md'), 'utf8')).toBe('mine');
  });
});

test('a folder with more files than any skill needs is rejected', async () => {
  const source = path.join(folder, 'review');
  mkdirSync(source);
  writeFileSync(path.join(source, 'SKILL.md'), 'x');
  for (let number = 0; number < 5_000; number++) writeFileSync(path.join(source, `${number}`), '');
  await expect(imported(source)).rejects.toThrow('too many files');
  expect(readdirSync(skills)).toEqual([]);
});
