import { describe, expect, test } from 'vitest';
import type { Fix } from '../../../server/src/rules/rule.ts';
import { applyFix, check, expectFindings } from './expect-findings.ts';

const skill = (paths: string, rest = '') => `---\npaths: ${paths}\n${rest}---\nFollow the guide.\n`;
const warnings = (text: string) =>
  check(text).findings.filter(({ rule, severity }) => rule === 'paths-glob' && severity === 'warning');

/** Expects the fix of the first useless glob to turn `before` into `after`, in which no glob is useless. */
function expectMended(before: string, after: string): Fix {
  const fix = warnings(before)[0]!.fixes![0]!;
  expect(applyFix(before, fix)).toBe(after);
  expect(warnings(after)).toEqual([]);
  return fix;
}

const marked = (paths: string) => skill(paths).replace('paths', '«paths»');

describe('paths-glob', () => {
  test('tells once what the field means', () => {
    const [finding, ...others] = expectFindings('paths-glob', marked('src/**, docs/**'));
    expect(finding).toMatchObject({
      severity: 'information',
      message: 'The skill does not exist, for users or the model, until Claude reads or writes a file that matches',
    });
    expect(others).toEqual([]);
  });

  test('leaves a list that is not valid YAML to another rule', () => {
    expectFindings('paths-glob', skill('[**/*.ts, *.md]'));
    expectFindings('paths-glob', skill('[./x, **/*.ts'));
    expectFindings('paths-glob', skill('["«./x»"]'));
  });

  test.each([
    './src/**',
    '../src/**',
    '"../project/src/**"',
    '~/src/**',
    "'C:\\x\\**'",
    'src\\*.ts',
    'src\\x.ts',
    'src//x.ts',
    '/',
    '.',
    'src/./x.ts',
    'docs/../src/x.ts',
    '"#src/**"',
    '"src/[x.ts"',
    '"src/[].ts"',
    '"src/[!y].ts"',
    '"src/[^y].ts"',
    '"src/*.{ts,js"',
    '"src/@(x|y).ts"',
    '$HOME/src/**',
    '"${CLAUDE_PROJECT_DIR}/src/**"',
  ])('knows that %s matches nothing', (glob) => {
    const bare = glob.replace(/^(["'])(.*)\1$/, '$2');
    const [finding] = expectFindings('paths-glob', skill(glob.replace(bare, `«${bare}»`)));
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toContain('so the skill never loads');
  });

  test.each([
    'src/**/*.ts',
    '*.ts',
    'src',
    'src/',
    '/src/**',
    '"src/*.{ts,js}"',
    '"src/{a,b}/**, docs/**"',
    'src/?.ts',
    'src/[a-z].ts',
    'src/x[12].ts',
    '".github/**"',
    'app/(group)/**',
    'src/a b.ts',
    "'src/\\[ab.ts'",
    '"*"',
    '"**/*"',
    'README.md',
    'a.b/..c/**',
    'src/@types/**',
    '"src/+page.ts"',
    '[src/**, "!src/x.ts"]',
    '["!src/x.ts", src/**]',
    '[docs/**]',
    'C/x',
    'src/…/x',
    '日本/**',
  ])('lets %s stand', (paths) => {
    const findings = expectFindings('paths-glob', marked(paths));
    expect(findings[0]!.severity).toBe('information');
  });

  test.each(['"**"', '"/**"', '["**", "/**"]', '', '""', '[]', '","', '~', '5', 'true', '{ a: b }', '{{PATHS}}'])(
    'is silent where %s restricts nothing',
    (paths) => {
      expectFindings('paths-glob', skill(paths));
    },
  );

  test('marks each glob in a text, a list and a block', () => {
    expectFindings('paths-glob', marked('"a/**, «./b», c/🎨/{x, y}/**, «~/d»"'));
    expectFindings('paths-glob', marked('[a/**, "«./b»"]'));
    expectFindings('paths-glob', marked('\n  - a/**\n  - «./b» # mine').replaceAll('\n', '\r\n'));
    expectFindings('paths-glob', `\uFEFF${marked('>\n  a/**,\n  «./b»')}`);
    expect(expectFindings('paths-glob', marked('[a/**, «./b»]'))[1]!.message).toBe(
      '`./b` matches no file: it starts with `./`, but paths are compared without it. Write `b`',
    );
  });

  test('finds globs that are not divided by commas', () => {
    expectFindings('paths-glob', skill('"«src/** docs/**»"'));
    expect(expectMended(skill('"src/** docs/**"'), skill('["src/**", "docs/**"]'))).toMatchObject({
      title: 'Convert `paths` to a list',
      safe: false,
    });
    const [, entry] = expectFindings('paths-glob', marked('[a/**, "«src/** docs/**»"]'));
    expect(entry).toMatchObject({ message: expect.stringContaining('Split it into several entries'), fixes: [] });
    expectMended(skill('|\n  src/**\n  docs/**\n'), skill('["src/**", "docs/**"]\n'));
  });

  test('finds exceptions without a rule', () => {
    expectFindings('paths-glob', skill('«"!src/**"»'));
    expectFindings('paths-glob', skill('«["!a", "!b"]»'));
    expectFindings('paths-glob', marked('[a/**, "«!./b»"]'));
  });

  test('writes what was meant if the glob is alone', () => {
    expect(expectMended(skill('./src/**'), skill('"src/**"')).safe).toBe(false);
    expectMended(skill('./**/*.ts'), skill('"**/*.ts"'));
    expectMended(skill('[src\\x.ts, b]'), skill('["src/x.ts", b]'));
    expectMended(skill('"#a"'), skill("'\\#a'"));
    expectMended(skill('"src/[ab.ts"'), skill("'src/\\[ab.ts'"));
    expect(expectFindings('paths-glob', marked('a, «./b»')).flatMap(({ fixes }) => fixes ?? [])).toEqual([]);
  });

  test('is for skills of a release that has the field', () => {
    expectFindings('paths-glob', skill('./src/**'), { runtime: 'claude-code@2.1.7' });
    expectFindings('paths-glob', skill('./src/**'), { path: '/project/.claude/commands/guide.md' });
    expectFindings('paths-glob', skill('./src/**'), { file: { insideSkill: true } });
    expectFindings('paths-glob', skill('./src/**', 'name: "x\n'));
  });

  test("works on what only Claude Code's repair makes readable", () => {
    expectFindings('paths-glob', marked('**/*.ts'));
    expectFindings('paths-glob', marked('**/*.ts, «./b»'));
  });
});
