import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'frontmatter-missing';
const others = ['frontmatter-not-first', 'frontmatter-unclosed', 'frontmatter-cut', 'yaml-syntax', 'yaml-lenient'];

describe(rule, () => {
  test('marks the first line and shows what the model sees', () => {
    const [finding] = expectFindings(rule, '«# Growing 豆 🌱»\n\nSow in May.\n');
    expect(finding?.severity).toBe('warning');
    expect(finding?.message).toContain('“Growing 豆 🌱”');
  });

  test('marks a place in an empty file', () => {
    const [finding] = expectFindings(rule, '«»');
    expect(finding?.message).toContain('“Skill”');
    expectFindings(rule, '«»\n\n');
    expectFindings(rule, '«»\r\n\r\nText\r\n');
  });

  test('says that a text with the path of a link is there', () => {
    const [finding] = expectFindings(rule, '«../../shared/SKILL.md»', { file: { isLinkText: true } });
    expect(finding?.message).toBe(
      'This is a text file with the path of a link, so the model sees “../../shared/SKILL.md” as its description. Check out the repository with symbolic links',
    );
    expect(finding?.fixes).toBeUndefined();
  });

  test('says that an early release hides the skill', () => {
    const [finding] = expectFindings(rule, '«Sow in May.»\n', { runtime: 'claude-code@2.1.7' });
    expect(finding?.message).toContain('does not show it to the model');
  });

  test('says that a plugin does not get it listed', () => {
    const [finding] = expectFindings(rule, '«Hi»\n', { path: '/p/skills/beans/SKILL.md', file: { place: 'plugin' } });
    expect(finding?.message).toContain('does not show it to the model');
    expect(finding?.message).not.toContain('Hi');
  });

  test('shows no control characters', () => {
    const [finding] = expectFindings(rule, '«So\0w \u001B[1min May»\n');
    expect(finding?.message).toContain('“So w in May”');
    const [other] = expectFindings('description-missing', '«---»\nname: demo\n---\nSo\0w\n');
    expect(other?.message).toContain('“So w”');
  });

  test('inserts a description that says the same', () => {
    const fix = expectFix(
      rule,
      '# Growing beans\n\nSow.\n',
      '---\ndescription: "Growing beans"\n---\n\n# Growing beans\n\nSow.\n',
    );
    expect(fix.safe).toBe(false);
    expectFix(rule, 'Say "hi".\r\nx', `---\r\ndescription: 'Say "hi".'\r\n---\r\n\r\nSay "hi".\r\nx`);
    expectFix(rule, '\uFEFF# A\n', '\uFEFF---\ndescription: "A"\n---\n\n# A\n');
    expectFix(rule, '', '---\ndescription:\n---\n');
  });

  test('does not offer three dashes as a description', () => {
    expectFix(rule, 'a --- b\n', '---\ndescription: "a — b"\n---\n\na --- b\n');
    expectFix(rule, '***\n', '---\ndescription:\n---\n\n***\n');
  });

  test('is silent where nothing is missing', () => {
    expectFindings(rule, '---\n---\nBody\n');
    expectFindings(rule, '---\nname: a\n---\n');
    expectFindings(rule, '# Title\n', { path: '/p/.claude/commands/x.md' });
    expectFindings(rule, '# Title\n', { path: '/p/.claude/agents/x.md' });
    expectFindings(rule, '# Title\n', { file: { insideSkill: true } });
    expectFindings(rule, '# Skills\n\nAn index.\n', { path: '/p/.claude/skills/OVERVIEW.md' });
    expectFindings(rule, '# About skill\n', { path: '/p/docs/skill.md' });
  });

  test('is the only finding about the frontmatter', () => {
    for (const text of ['# Title\n\n---\n\nText\n', 'Text\n---\nmore: text\n---\n', '| a |\n|---|\n', '']) {
      const found = check(text).findings.map((finding) => finding.rule);
      expect(found.filter((it) => it === rule)).toEqual([rule]);
      expect(found.filter((it) => others.includes(it))).toEqual([]);
    }
  });
});
