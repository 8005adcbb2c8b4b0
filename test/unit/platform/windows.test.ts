import { execFileSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readArchivedSkills } from '../../../server/src/archive/archived-skills.ts';
import { shellWord } from '../../../server/src/cli/terminal/shell-word.ts';
import { folderOf, isInside, relativePath, resolve } from '../../../server/src/platform/paths.ts';
import { slashedPath } from '../../../server/src/platform/slashed-path.ts';
import { notRefused } from '../../not-refused.ts';

const name = fc.stringMatching(/^[\p{L}\p{N} ._()&'~-]{1,12}$/u).filter((it) => !/^\.+$/.test(it) && !/[. ]$/.test(it));
const folder = fc
  .tuple(fc.constantFrom('c:', 'C:', 'd:'), fc.array(name, { minLength: 1, maxLength: 5 }))
  .map(([drive, names]) => [drive, ...names].join('\\'));

describe('paths of Windows are those of the core, with slashes and a drive in lower case', () => {
  test('relative paths, folders and what is inside', () => {
    fc.assert(
      fc.property(folder, folder, (from, to) => {
        const [a, b] = [slashedPath(from), slashedPath(to)];
        const sameDrive = a.slice(0, 2) === b.slice(0, 2);
        expect(folderOf(b)).toBe(slashedPath(path.win32.dirname(to)).replace(/\/$/, ''));
        // Windows itself ignores case here; the core does so where it compares names.
        if (a.toLowerCase() !== a || b.toLowerCase() !== b || !sameDrive) return;
        const relative = path.win32.relative(from.toLowerCase(), to.toLowerCase()).replaceAll('\\', '/');
        expect(relativePath(a, b)).toBe(relative === '' ? '.' : relative);
        expect(resolve(a, relativePath(a, b))).toBe(b);
        expect(isInside(b, a)).toBe(relative !== '' && !relative.startsWith('../') && relative !== '..');
      }),
    );
  });

  test.each([
    ['C:\\Users\\Ann\\skills', 'c:/Users/Ann/skills'],
    ['\\\\server\\share\\skills', '//server/share/skills'],
    ['c:/Users/Ann', 'c:/Users/Ann'],
    ['/home/ann/a\\b', '/home/ann/a\\b'],
  ])('%s', (path, slashed) => {
    expect(slashedPath(path)).toBe(slashed);
  });
});

describe('a word of a command line', () => {
  test.each([
    ['skills/a b', `"skills/a b"`],
    ['C:\\Users\\Ann\\skills', 'C:\\Users\\Ann\\skills'],
    ['a,b', '"a,b"'],
    ['it’s', '"it’s"'],
    ["Ann's", `"Ann's"`],
    ['100%PATH%', `'100%PATH%'`],
    ['$home `x` "y" it\'s', `'$home \`x\` "y" it''s'`],
    ['a & b', '"a & b"'],
  ])('on Windows: %s', (text, word) => {
    expect(shellWord(text, 'win32')).toBe(word);
  });

  test.skipIf(process.platform === 'win32')('elsewhere is what a shell passes on', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^\0\r\n]{1,20}$/), (text) => {
        const passed = execFileSync('sh', ['-c', `printf %s ${shellWord(text, 'linux')}`]).toString();
        expect(passed).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the short names of Windows', () => {
  test.each(['.git', 'GIT~1', 'git~2', 'GI7EBA~1', '.claude', 'CLAUDE~1', 'cl0A1b~3'])(
    '%s in an archive is left out',
    async (hidden) => {
      const archive = zipSync({
        'review/SKILL.md': strToU8('# Review'),
        [`review/${hidden}/hooks/post-checkout`]: strToU8('curl'),
      });
      const { skills, leftOut } = notRefused(await readArchivedSkills(archive));
      expect(skills.map(({ files }) => files.map((file) => file.path))).toEqual([['SKILL.md']]);
      expect(leftOut).toEqual([`review/${hidden}`]);
    },
  );

  test.each(['notes~1.md', 'GITHUB~1', 'draft~1', 'git~'])('%s is a name like any other', async (own) => {
    const archive = zipSync({ 'review/SKILL.md': strToU8('# Review'), [`review/${own}`]: strToU8('x') });
    expect(await readArchivedSkills(archive)).toMatchObject({ leftOut: [] });
  });
});
