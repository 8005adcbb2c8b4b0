import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'yaml-duplicate-key';

describe(rule, () => {
  test('marks the keys that do not count and points to the one that does', () => {
    const text = '---\n«model»: 豆 🌱\nname: a\n«model»: b\nmodel: c\n---\n';
    const findings = expectFindings(rule, text);
    const plain = text.replaceAll(/[«»]/g, '');
    for (const { related, severity, tag } of findings) {
      expect(severity).toBe('warning');
      expect(tag).toBe('unnecessary');
      expect(related?.map(({ range }) => plain.slice(0, range.start).split('\n').length)).toEqual([5]);
    }
    expectFindings(rule, '---\r\n«name»: a\r\nname: b\r\n---\r\n');
    expectFindings(rule, '\uFEFF---\n«"name"»: a\nname:\n---\n');
    expectFindings(rule, '---\n«description»: a\ndescription: Sow: now\n---\n');
    expectFindings(rule, '---\n«description»: |\n  a\ndescription: >\n  b\n---\n');
  });

  test('looks into maps and lists', () => {
    expectFindings(rule, '---\nmetadata:\n  «a»: 1\n  a: 2\n---\n');
    expectFindings(rule, '---\nmetadata: {«a»: 1, a: 2}\n---\n');
    expectFindings(rule, '---\nhooks:\n  Stop:\n    - «matcher»: x\n      matcher: y\n---\n');
  });

  test('removes the one that does not count', () => {
    const fix = expectFix(
      rule,
      '---\nname: a\nmodel: |\n  b\n  c\nname: d\n---\n',
      '---\nmodel: |\n  b\n  c\nname: d\n---\n',
    );
    expect(fix.safe).toBe(false);
    expectFix(rule, '---\ncontext: |\n  b\n\n  c\ncontext: fork\n---\n', '---\ncontext: fork\n---\n');
    expectFix(rule, '---\r\nname: a # x\r\nname: b\r\n---\r\n', '---\r\nname: b\r\n---\r\n');
    expectFix(rule, '---\nmetadata: {a: 1, a: 2}\n---\n', '---\nmetadata: {a: 2}\n---\n');
    expectFix(rule, '---\nx:\n  - a: 1\n    a: 2\n---\n', '---\nx:\n  - \n    a: 2\n---\n');
  });

  test('is an error if the release rejects the file', () => {
    const runtime = 'claude-code@2.1.7';
    const [finding] = expectFindings(rule, '---\n«name»: a\nname: b\n---\n', { runtime });
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toContain('2.1.7 ignores the whole frontmatter');
    const quoted = check('---\nname: a\n"name": b\n---\n', { runtime }).findings.filter((it) => it.rule === rule);
    expect(quoted.map(({ severity }) => severity)).toEqual(['error']);
  });

  test('is silent for different keys, merged ones and lost frontmatter', () => {
    expectFindings(rule, '---\nname: a\nName: b\nmetadata:\n  name: c\n---\n');
    expectFindings(rule, '---\nbase: &b\n  a: 1\nx:\n  <<: *b\n  a: 2\n---\n');
    expectFindings(rule, '---\nx: [{a: 1}, {a: 2}]\n---\n');
    expectFindings(rule, '---\nname: a\nname: "b\n---\n');
    expectFindings(rule, '---\nname: a\nname: b\n---\n', { file: { insideSkill: true } });
    expectFindings(rule, 'name: a\n\nname: b\n');
  });

  test('is reported once for the words of a text, if the release rejects them', () => {
    const example = 'Context: a user asked\nuser: "help"\n';
    const text = `---\nname: a\ndescription: Sows beans\n${example}${example}---\n`;
    expectFindings(rule, text);
    const { findings } = check(text, { runtime: 'claude-code@2.1.7' });
    const told = findings.filter((finding) => finding.rule === rule);
    expect(told.map(({ severity, fixes }) => [severity, fixes])).toEqual([['error', undefined]]);
  });

  test('keeps the number of findings bounded', () => {
    const { findings } = check(`---\n${'name: a\n'.repeat(500)}---\n`);
    expect(findings.filter((finding) => finding.rule === rule)).toHaveLength(50);
  });
});
