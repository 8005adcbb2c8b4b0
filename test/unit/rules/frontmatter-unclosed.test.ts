import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'frontmatter-unclosed';
const open = '---\nname: beans\ndescription: Grows beans.\n';

describe(rule, () => {
  test('marks the opening line', () => {
    const [finding] = expectFindings(rule, `«---»\nname: 豆 🌱\n\n# Sow\n`);
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toContain('`name` is lost');
    expectFindings(rule, '«---»\r\nname: beans\r\n\r\nSow.\r\n');
    expectFindings(rule, '\uFEFF«---»\nname: beans\n\nSow.\n');
    expectFindings(rule, '«---»\n');
    expectFindings(rule, '«---»');
  });

  test('closes it after the last field', () => {
    const fix = expectFix(rule, `${open}\n# Sow\n\nIn May.\n`, `${open}---\n\n# Sow\n\nIn May.\n`);
    expect(fix.safe).toBe(false);
    expectFix(rule, `${open}metadata:\n  a: b\n\n  c: d\nSow.\n`, `${open}metadata:\n  a: b\n\n  c: d\n---\nSow.\n`);
    expectFix(rule, '---\r\nname: beans\r\nSow.\r\n', '---\r\nname: beans\r\n---\r\nSow.\r\n');
    expectFix(rule, '---\nname: beans', '---\nname: beans\n---\n');
  });

  test('finds another sign in place of the closing line', () => {
    for (const sign of ['...', '+++', '--', '—', '–––', '===', '***', '```']) {
      const [finding] = expectFindings(rule, `${open}«${sign}»\n\nSow.\n`);
      expect(finding?.message).toContain('This line does not end');
      expectFix(rule, `${open}${sign}\n\nSow.\n`, `${open}---\n\nSow.\n`);
    }
    expectFindings(rule, `${open}«...»  \r\nSow.\r\n`);
  });

  test('a line between the fields costs all of them and is to be removed', () => {
    for (const sign of ['...', '===', '***']) {
      const [finding] = expectFindings(rule, `---\nname: 豆\n«${sign}»\ndescription: Grows beans.\n---\nSow.\n`);
      expect(finding?.message).toContain('`name` and `description` are lost. Remove the line');
      expectFix(rule, `${open}${sign}\nmodel: opus\n---\nSow.\n`, `${open}model: opus\n---\nSow.\n`);
    }
    expectFix(rule, '---\r\nname: a\r\n...\r\nmodel: b\r\n---\r\n', '---\r\nname: a\r\nmodel: b\r\n---\r\n');
    expectFindings(rule, `${open}«...»\nmodel: opus\n---\nSow.\n`, { runtime: 'claude-code@2.1.7' });
    const [body] = expectFindings(rule, `${open}«...»\nmodel: opus\n\nSow.\n\n---\n`);
    expect(body?.message).toContain('Write `---` instead');
    const [end] = expectFindings(rule, `${open}«...»\nmodel: opus\n`);
    expect(end?.message).toContain('Write `---` instead');
  });

  test('finds it though the body has three dashes', () => {
    expectFindings(rule, '«---»\nname: beans\n\n# Sow\n\nIn May.\n\n---\n\nWater.\n');
    expectFindings(rule, '«---»\nname: beans\n\n# Sow\n\nIn May.\n\n| a | b |\n|---|---|\n');
    expectFindings(rule, `${open}«...»\nSow.\n\n---\n\nWater.\n`);
    expectFix(rule, `${open}\n# Sow\n\nIn May.\n\n---\n`, `${open}---\n\n# Sow\n\nIn May.\n\n---\n`);
  });

  test('tells carriage returns alone', () => {
    const [finding] = expectFindings(rule, '«---»\rname: beans\r---\rSow.\r');
    expect(finding?.message).toContain('carriage return');
    expectFix(rule, '---\rname: beans\r---\rSow.\r', '---\nname: beans\n---\nSow.\n');
  });

  test('is silent where nothing is open', () => {
    expectFindings(rule, `${open}---\nSow.\n`);
    expectFindings(rule, `${open}---`);
    expectFindings(rule, '---\n---\n');
    expectFindings(rule, '---\n\nA rule on top.\n');
    expectFindings(rule, '---\n\nA rule on top.\n\n# Sow\n\n---\n');
    expectFindings(rule, '---\nNote: text\n\n# Sow\n\nText\n');
    expectFindings(rule, '----\nname: beans\n');
    expectFindings(rule, `${open}...\n---\nSow.\n`);
    expectFindings(rule, '---\nname: beans\ndescription: Grows\n\nbeans.\nallowed-tools: Read\n---\nSow.\n');
    expectFindings(rule, '---\nname: beans\n\n# More fields\nSome text\nmodel: opus\n---\nSow.\n');
    expectFindings(rule, '# Title\n---\nname: beans\n');
    expectFindings(rule, `\uFEFF${open}---\n`, { runtime: 'claude-code@2.1.7' });
  });

  test('is the only finding about the frontmatter', () => {
    for (const text of [
      `${open}\n# Sow\n`,
      `${open}...\nSow.\n`,
      `${open}\n# Sow\n\nSow: now.\nIn May.\n\n---\n`,
      '---\n',
    ]) {
      const found = check(text).findings.map((finding) => finding.rule);
      expect(found.filter((it) => /^(frontmatter|yaml|description|name)-/.test(it))).toEqual([rule]);
    }
  });
});
