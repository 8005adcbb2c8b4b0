import { readFile } from 'node:fs/promises';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../server/src/cli/terminal/terminal-markdown.ts';
import { documentedRules } from '../../server/src/features/check/documented-rules.ts';
import { bundleCliForTests, runCli } from './cli-process.ts';

bundleCliForTests();

describe('explain', () => {
  test('without a rule lists all of them with level and summary', async () => {
    const { stdout, code } = await runCli(['explain']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(documentedRules.length);
    documentedRules.forEach(({ id, level, summary }, index) => {
      expect(lines[index]!.split(/ {2,}/).slice(0, 2)).toEqual([id, level]);
      expect(lines[index]).toContain(summary);
    });
    expect(code).toBe(0);
  });

  // All pages come into the bundle in the same way; that there are pages is for the tests of the documentation.
  test.each([documentedRules[0]!.id, documentedRules.at(-1)!.id])('%s has its page in the bundle', async (id) => {
    const { stdout, stderr, code } = await runCli(['explain', id]);
    const page = await readFile(new URL(`../../docs/rules/${id}.md`, import.meta.url), 'utf8');
    const [, head, rest] = /^<!-- begin generated .*? -->\n\n(.*)<!-- end generated -->\n\n(.*)$/s.exec(page)!;
    expect(stdout).toBe(`${head}${rest}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test.each([
    ['name-fromat', /did you mean name-format\?/],
    ['frontmatter', /did you mean frontmatter-cut, .* or agent-frontmatter\?/],
    ['constructor', /`skillwright explain` lists all rules/],
    ['../../package', /`skillwright explain` lists all rules/],
    ['README', /`skillwright explain` lists all rules/],
  ])('%s is no rule', async (id, line) => {
    const { stdout, stderr, code } = await runCli(['explain', id]);
    expect(stderr).toMatch(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('pages on a terminal', () => {
  const render = (markdown: string) => renderMarkdown(markdown, picocolors.createColors(true));

  test('headings, code and emphasis are coloured instead of marked', () => {
    expect(render('# `a-rule`\n\nSay **this** with `that`, see [docs](https://x.test/).\n')).toBe(
      '\u001b[1ma-rule\u001b[22m\n\nSay \u001b[1mthis\u001b[22m with \u001b[36mthat\u001b[39m, see docs (\u001b[4mhttps://x.test/\u001b[24m).\n',
    );
  });

  test('code wins over what it holds, and other pages are named by their rule', () => {
    expect(render('Write `[x](y.md)`, not ``a ` b``; see [`other-rule`](other-rule.md)')).toBe(
      'Write \u001b[36m[x](y.md)\u001b[39m, not \u001b[36ma ` b\u001b[39m; see \u001b[36mother-rule\u001b[39m',
    );
  });

  test('examples are indented, whatever is in them', () => {
    expect(render('````markdown bad path=x\n---\n```\n# Not a heading\n```\n````\ntext')).toBe(
      [
        '    \u001b[36m---\u001b[39m',
        '    \u001b[36m```\u001b[39m',
        '    \u001b[36m# Not a heading\u001b[39m',
        '    \u001b[36m```\u001b[39m',
        'text',
      ].join('\n'),
    );
  });
});
