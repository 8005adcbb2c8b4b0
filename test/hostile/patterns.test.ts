import { describe, expect, test } from 'vitest';
import { findNestedFolders } from '../../server/src/catalog/discover/nested-folders.ts';
import { splitAtCommas } from '../../server/src/catalog/facts/path-conditions.ts';
import { matchesPaths, refusedPaths } from '../../server/src/catalog/resolve/path-matching.ts';
import { MAX_HOOK_MATCHER, MAX_WILDCARD_PATTERNS } from '../../server/src/dialect/limits.ts';
import { parseConfiguration } from '../../server/src/features/check/configuration.ts';
import { isExcluded, refusedGlob } from '../../server/src/features/check/exclude-globs.ts';
import { IgnoreRules } from '../../server/src/patterns/ignore-rules.ts';
import { matchesWildcards } from '../../server/src/patterns/wildcard-text.ts';
import { findMatcherFault } from '../../server/src/rules/readings/hooks/hook-matcher.ts';
import { findUselessness } from '../../server/src/rules/readings/links/path-globs.ts';
import {
  type CommandPermissions,
  type CommandVerdict,
  checkCommand,
} from '../../server/src/runtime/permissions/check-command.ts';
import { oneIn } from '../every-test.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { check } from '../unit/rules/expect-findings.ts';
import { expectLinearGrowth } from './growth.ts';
import { fill } from './shapes.ts';

const root = '/project';

/** Repeats something until its time is clearly distinguishable from the machine's other load. */
function often(work: () => unknown): void {
  for (let time = 0; time < 10; time++) work();
}

const isMeant = (glob: string, path: string) => isExcluded(`${root}/${path}`, root, [glob]);
const ignores = (line: string, path: string) => new IgnoreRules([line], MAX_WILDCARD_PATTERNS).ignores(path);
const waitsFor = (glob: string, path: string) => matchesPaths([glob], path);

function denies(rule: string, path: string): boolean {
  return verdictOn(rule, path).allowed === false;
}

function verdictOn(rule: string, path: string): CommandVerdict {
  const permissions: CommandPermissions = {
    runtime: 'claude-code',
    rules: [{ rule: `Read(${rule})`, behavior: 'deny', path: `${root}/.claude/settings.json` }],
    granted: ['Bash'],
    mode: undefined,
    addedFolders: [],
    folder: root,
    home: '/home/ada',
  };
  return checkCommand(`cat ./${path}`, permissions);
}

/** Every way in which a glob of a repository is matched with a path. */
const ways = { exclude: isMeant, '.gitignore': ignores, paths: waitsFor, 'a permission rule': denies } as const;

/** Globs that hang where they are matched by going back, with a path that nearly matches. */
const traps: readonly (readonly [name: string, glob: string, path: string])[] = [
  ['stars and letters', `${'*a'.repeat(30)}*b`, 'a'.repeat(200)],
  ['stars and question marks', `${'*?'.repeat(50)}b`, 'a'.repeat(200)],
  ['folders and names', `${'**/a/'.repeat(30)}b`, 'a/'.repeat(100).slice(0, -1)],
  ['braces after braces', `${'{a,b}'.repeat(18)}c`, 'ab'.repeat(9)],
  ['braces after braces, with stars', `${'{a,b}*'.repeat(18)}c`, 'ab'.repeat(50)],
  ['brackets and stars', `${'[a-z]*'.repeat(50)}0`, 'a'.repeat(200)],
  ['groups that exclude', `${'!(a|b)'.repeat(20)}c`, 'ab'.repeat(50)],
  ['repeated groups in repeated groups', `${'+(a'.repeat(30)}${')'.repeat(30)}b`, 'a'.repeat(100)],
  ['repeated groups beside each other', `${'*(a|aa|aaa)'.repeat(20)}b`, 'a'.repeat(100)],
  ['unclosed repeated groups', '+(a'.repeat(1_000), 'a'.repeat(100)],
  ['unclosed braces', '{'.repeat(10_000), 'a'],
  ['unclosed braces with commas', '{a,'.repeat(10_000), 'a'],
  ['a range of numbers', '{1..100000000}', '7'],
  ['nested braces', `${'{a,'.repeat(40)}b${'}'.repeat(40)}`, 'a'],
  ['thousands of `**`', `${'**/'.repeat(5_000)}a`, 'b/'.repeat(100).slice(0, -1)],
  ['a long run of stars', '*'.repeat(30_000), 'a/b'],
  ['a class of many characters', `[${'ab'.repeat(5_000)}]*c`, 'a'.repeat(200)],
  ['unpaired surrogates', `${'*\ud800'.repeat(30)}*\udc00`, '\ud800'.repeat(200)],
  ['a long path', '**/*a*a*b', 'a'.repeat(100_000)],
  ['a deep path', '**/a/**/a/**/b', 'a/'.repeat(5_000).slice(0, -1)],
];

describe.each(Object.entries(ways))('%s', (_, matches) => {
  test.each(traps)('answers at once: %s', (_, glob, path) => {
    expect(typeof matches(glob, path)).toBe('boolean');
  });
});

test('what nearly matched in the traps does match with the last letter', () => {
  expect(isMeant(`${'*a'.repeat(30)}*b`, `${'a'.repeat(200)}b`)).toBe(true);
  expect(waitsFor(`${'**/a/'.repeat(30)}b`, `${'a/'.repeat(100)}b`)).toBe(true);
  expect(isMeant(`${'{a,b}'.repeat(18)}c`, `${'ab'.repeat(9)}c`)).toBe(true);
  expect(isMeant(`${'*(a|aa|aaa)'.repeat(20)}b`, `${'a'.repeat(100)}b`)).toBe(true);
  expect(denies('*a*a*.key', 'banana.key')).toBe(true);
});

/** What a glob is made of when it grows; those of many sorts differ in what they could be taken for. */
const pieces = [
  ...[
    'a',
    '*',
    '?',
    '*a',
    '*?',
    '?*',
    '**',
    '**/',
    '/**',
    'a/',
    '/a/**',
    '[a]',
    '[a',
    '[!a]*',
    '[a-z]*',
    '[[:alpha:]]',
    '[[:',
  ],
  ...[
    '{',
    '}',
    '{a',
    '{a,b}',
    '{a,',
    '{a}',
    '{1..9}',
    ',',
    '(',
    ')',
    '(a|b)',
    '@(a|b)',
    '+(a',
    '*(a)',
    '!(a)',
    '!(*a)',
  ],
  ...['\\', '\\*', '\\/', '!', '#', ' ', '\n', '.', '$', '^', '|', 'é', 'ſ', '\ud800', '😀', '\u0000'],
];

describe('time grows with the length of globs', () => {
  test.each(oneIn(9, pieces))('%j', async (piece) => {
    const path = 'src/aaaaaaaa/components/button.ts';
    await expectLinearGrowth(
      (size) => fill(piece, size),
      (glob) =>
        often(() => [
          isMeant(glob, path),
          ignores(glob, path),
          waitsFor(glob, path),
          findUselessness(glob),
          splitAtCommas(glob),
        ]),
    );
  });
});

describe('time grows with the length of paths', () => {
  const globs = ['**/*.ts', '*a*a*a*b', '**/a/**/a/**/b', '*a????????', '{a,b}*{a,b}*c', '!(a|b*)c', '[!b]*[!b]*b'];
  test.each(['a', 'ab', 'a/', 'a/b/', '/', 'é', 'ſK', '\ud800', '.', 'a.ts/'])('%j', async (piece) => {
    await expectLinearGrowth(
      (size) => fill(piece, size),
      (path) => globs.map((glob) => [isMeant(glob, path), ignores(glob, path)]),
    );
  });
});

describe('time grows with globs and paths that grow together', () => {
  test.each([
    ['*a', 'a'],
    ['**/', 'a/'],
    ['*?', 'ab'],
    ['a', 'a'],
    ['a/**/', 'a/'],
  ])('%j and %j', async (globPiece, pathPiece) => {
    // Longer globs are rejected, and then only the path grows.
    const longest = MAX_WILDCARD_PATTERNS / 2;
    await expectLinearGrowth(
      (size) => fill(pathPiece, size),
      (path) => ignores(fill(globPiece, Math.min(path.length, longest)), path),
    );
  });

  test.each([
    ['a', 'a', 'b'],
    ['ab', 'ab', '*'],
    ['*a', 'a', '*b*'],
  ])('wildcards in rules about commands: %j', async (piece, textPiece, end) => {
    await expectLinearGrowth(
      (size) => fill(textPiece, size),
      (text) => often(() => matchesWildcards(text, `*${end}${fill(piece, text.length / 2)}*`)),
    );
  });
});

describe('lists of patterns', () => {
  test.each([
    ['names', (index: number) => `name-${index}`],
    ['paths', (index: number) => `/some/path-${index}/`],
    ['wildcards', (index: number) => `*.kind-${index}`],
    ['wildcards in folders', (index: number) => `**/a-${index}/*b*`],
    ['negations', (index: number) => `!name-${index}`],
    ['comments', (index: number) => `# ${index}`],
  ])('grow with their lines: %s', async (_, line) => {
    await expectLinearGrowth(
      (size) => Array.from({ length: Math.ceil(size / 16) }, (_, index) => line(index)).join('\n'),
      (text) =>
        often(() => new IgnoreRules(text.split('\n'), MAX_WILDCARD_PATTERNS).ignores('some/path-7/name-9/a.kind-77')),
    );
  });

  test('of 100,000 lines are all applied where they have no wildcards', () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `name-${index}`);
    const rules = new IgnoreRules([...lines, '!name-5'], MAX_WILDCARD_PATTERNS);
    expect(rules.leftOut).toEqual([]);
    expect(rules.ignores('a/NAME-99999/b')).toBe(true);
    expect(rules.ignores('a/name-5')).toBe(false);
  });
});

describe('too much is told', () => {
  const long = `${'*a'.repeat(40_000)}`;

  test('a line of a .gitignore, with the file that has it; the other lines are applied', async () => {
    const files = memoryFileSystem({
      [`${root}/.gitignore`]: `${long}\nignored\n`,
      [`${root}/kept/.claude/skills/a/SKILL.md`]: 'A',
      [`${root}/ignored/.claude/skills/b/SKILL.md`]: 'B',
    });
    const { owners, errors } = await findNestedFolders(root, files);
    expect(owners).toEqual([`${root}/kept`]);
    expect(errors).toEqual([
      { source: 'nested', path: `${root}/.gitignore`, message: expect.stringContaining('A line is not applied') },
    ]);
  });

  test('a glob of `paths`', () => {
    const { findings } = check(
      `---\ndescription: D. Use when it rains.\npaths: ["src/**", ${JSON.stringify(long)}]\n---\nBody\n`,
    );
    const messages = findings.filter(({ rule }) => rule === 'paths-glob').map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('Skillwright does not apply this glob'));
    expect(matchesPaths(['src/**', long], 'src/a')).toBe(true);
  });

  test('braces that Claude Code does not expand', () => {
    const glob = `${'{a,b}'.repeat(18)}c`;
    expect(refusedPaths([glob, '{a,b}']).get(glob)).toBe('braces');
    const { findings } = check(`---\ndescription: D. Use when it rains.\npaths: ${JSON.stringify(glob)}\n---\nBody\n`);
    expect(findings.map(({ message }) => message)).toContainEqual(expect.stringContaining('at most 1,000'));
  });

  test('a permission rule about files', () => {
    const settings = JSON.stringify({ permissions: { deny: ['Read(.env)', `Read(${long})`] } });
    const { findings } = check(settings, { path: `${root}/.claude/settings.json` });
    expect(findings.map(({ rule }) => rule)).toEqual(['permission-rule-unmatched']);
    // It could deny the file, so it is not certain that the command may run.
    expect(verdictOn(long, 'a').allowed).toBeUndefined();
  });

  test('a matcher of a hook', () => {
    expect(findMatcherFault('a+'.repeat(MAX_HOOK_MATCHER), 'PreToolUse')).toContain('4,096 characters');
  });

  test.each([
    ['a long one', 'a'.repeat(70_000)],
    ['one with many alternatives', `${'{a,b}'.repeat(10_000)}`],
    ['a range of many numbers', '{1..100000000}'],
    ['deeply nested ones', `${'{a,'.repeat(60)}b${'}'.repeat(60)}`],
    ['a group that excludes too much', `!(*a${'?'.repeat(30)})`],
  ])('a glob of a configuration: %s', (_, glob) => {
    expect(refusedGlob([glob])).toBe(glob);
    const text = JSON.stringify({ exclude: ['vendor', glob] });
    expect(() => parseConfiguration(text, `${root}/skillwright.config.json`, root)).toThrow(
      /`exclude` has a glob pattern that is too long or too complex/,
    );
    const overrides = JSON.stringify({ overrides: [{ files: [glob] }] });
    expect(() => parseConfiguration(overrides, `${root}/skillwright.config.json`, root)).toThrow(
      '`overrides[0].files` has',
    );
    // Globs before it count, and nothing is thrown.
    expect(isExcluded(`${root}/vendor/a`, root, ['vendor', glob])).toBe(true);
    expect(isExcluded(`${root}/src/a`, root, ['vendor', glob])).toBe(false);
  });
});

describe('matchers of hooks', () => {
  test.each([
    ['nested repetitions', `Bash(((a*)*)*)*${'(\\w*)*'.repeat(10)}!`],
    ['repetitions beside each other', `Bash(x)|${'\\w*'.repeat(200)}!`],
    ['numbers', 'Bash(a{1,1000}{0,0}|((\\w{0,99}){0,99}){0,99})!'],
    ['many choices', `Bash(${'a|'.repeat(1_000)}a)`],
    ['look-around and references', 'Bash((?=(\\w*)*!)\\1)'],
    ['many groups', `Bash${'('.repeat(1_500)}a${')'.repeat(1_500)}`],
  ])('are compared with the name of a tool at once: %s', (_, matcher) => {
    expect(['string', 'undefined']).toContain(typeof findMatcherFault(matcher, 'PreToolUse'));
  });

  test.each(['a', '(', '(a', '[', '[a', 'a{1,9}', '(?:a|', 'Bash(', '\\', '(\\w*)*', '|', '(?<a>'])(
    'grow with their length: %j',
    async (piece) => {
      await expectLinearGrowth(
        (size) => fill(piece, size),
        (text) => [findMatcherFault(text, 'PreToolUse'), findMatcherFault(`Bash(${text})`, 'PreToolUse')],
      );
    },
  );
});

describe('names that become part of a pattern', () => {
  const long = 'a'.repeat(900_000);

  test.each([
    ['a declared argument', `arguments: ["${long}", b]`, 'Do $b'],
    [
      'thousands of declared arguments',
      `arguments: [${Array.from({ length: 20_000 }, (_, n) => `n${n}`)}]`,
      '$m '.repeat(20_000),
    ],
    ['a placeholder', 'arguments: [b]', `Do $b and $${long}`],
    ['the word of a here-document', 'arguments: [b]', `!\`cat <<${long}\n$b\n\``],
  ])('may be of any length and number: %s', (_, field, body) => {
    expect(() => check(`---\ndescription: D. Use when it rains.\n${field}\n---\n${body}\n`).findings).not.toThrow();
  });
});
