import { describe, expect, test } from 'vitest';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const rule = 'frontmatter-cut';

describe(rule, () => {
  test('marks the dashes in a value', () => {
    const [finding] = expectFindings(rule, '---\nname: beans\ndescription: 豆 🌱 «---» grow\nmodel: opus\n---\nSow.\n');
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toContain('`model` below becomes body text');
    expectFindings(rule, '---\ndescription: "a «---» b"\nmodel: opus\n---\nSow.\n');
    expectFindings(rule, "---\ndescription: 'a«----»b'\n---\nSow.\n");
    expectFindings(rule, '---\ndescription: >-\n  a «---» b\n---\nSow.\n');
    expectFindings(rule, '---\r\nname: a «---» b\r\nmodel: opus\r\n---\r\nSow.\r\n');
    expectFindings(rule, '\uFEFF---\nname: a «---» b\nmodel: opus\n---\nSow.\n');
  });

  test('marks the dashes of a line between fields', () => {
    expectFindings(rule, '---\nname: beans\n# «-----» more\ndescription: x\n---\nSow.\n');
    expectFindings(rule, '---\n# «---»\nname: beans\n---\nSow.\n');
    expectFindings(rule, '---\nname: beans\n«-----»\ndescription: x\n---\nSow.\n');
    expectFindings(rule, '---\nname: beans\n«---» more\ndescription: x\n---\nSow.\n');
    expectFindings(rule, '---\ndescription: |\n  a\n  «---»\n  b\nmodel: opus\n---\nSow.\n');
  });

  test('reports that the text above is lost too if it can no longer be read', () => {
    const [finding] = expectFindings(
      rule,
      '---\nname: beans\ndisable-model-invocation: true\ndescription: "a «---» b"\nmodel: opus\n---\nSow.\n',
    );
    expect(finding?.message).toContain(
      'every field is lost: `name`, `disable-model-invocation` and `description`; without `disable-model-invocation: true` the model may invoke',
    );
    expect(finding?.message).toContain('`model` below becomes body text');
    const [last] = expectFindings(rule, "---\ndescription: 'a «---» b'\n---\nSow.\n");
    expect(last?.message).toContain('every field is lost: `description`. Use fewer');
    const [agent] = expectFindings(rule, '---\nname: a\ndescription: "a «---» b"\n---\nSow.\n', {
      path: '/p/.claude/agents/x.md',
    });
    expect(agent?.message).toContain('the agent is not loaded');
    const [read] = expectFindings(rule, '---\nname: beans\ndescription: a «---» b\nmodel: opus\n---\nSow.\n');
    expect(read?.message).not.toContain('every field');
  });

  test('replaces all dashes up to the real end', () => {
    const fix = expectFix(
      rule,
      '---\nname: beans\n# --- more\ndescription: a --- b\n-----\nmodel: opus\n---\nSow --- now.\n',
      '---\nname: beans\n# === more\ndescription: a — b\n# =====\nmodel: opus\n---\nSow --- now.\n',
    );
    expect(fix.safe).toBe(false);
    expectFix(rule, '---\nname: a --- b\n\n# Sow\n', '---\nname: a - b\n\n# Sow\n');
    expectFix(
      rule,
      '---\ndescription: |\n  a\n  ---\n  b\nmodel: opus\n---\n',
      '---\ndescription: |\n  a\n  ***\n  b\nmodel: opus\n---\n',
    );
    expectFix(rule, '---\nname: a\n----\nmodel: opus\n----\nB\n', '---\nname: a\n# ====\nmodel: opus\n---\nB\n');
  });

  test('a value that ends the frontmatter for good is found without another marker', () => {
    expectFindings(rule, '---\nname: beans\ndescription: a «---» b\n\n# Sow\n');
  });

  test('warns of a closing line that is not exactly three dashes', () => {
    const [finding] = expectFindings(rule, '---\nname: beans\n«--------»\n\nSow.\n');
    expect(finding?.severity).toBe('warning');
    expectFix(rule, '---\nname: beans\n--------\n\nSow.\n', '---\nname: beans\n---\n\nSow.\n');
    expectFix(rule, '---\nname: beans\n---# Sow\n', '---\nname: beans\n---\n# Sow\n');
    expectFix(rule, '---\nname: beans ---\nSow.\n', '---\nname: beans \n---\nSow.\n');
    expectFindings(rule, '---\nname: beans\n«--------»\n\nSow.\n\n---\n\nWater.\n');
  });

  test('the warning does not hide what else is wrong', () => {
    const found = check('---\nname: beans\ndescription: "x\n-----\nSow.\n').findings.map((finding) => finding.rule);
    expect(found).toContain('yaml-syntax');
    expect(found).toContain(rule);
  });

  test('is silent for ordinary markers and rules', () => {
    expectFindings(rule, '---\nname: beans\n---\n\nSow --- now.\n\n---\n\nmodel: opus\n\n---\n');
    expectFindings(rule, '---\nname: beans\n---   \nmodel: opus\n---\n');
    expectFindings(rule, '---\nname: beans\n  ---\n\nSow.\n');
    expectFindings(rule, '---\nname: a -- b\n---\n');
    expectFindings(rule, '---\n---\nname: a\n---\n');
    expectFindings(rule, '---\n\n# Title\n\n| a |\n|---|\n');
    expectFindings(rule, '---\n\nText with --- dashes.\n');
    expectFindings(rule, '# Title --- x\n');
  });

  test('is the only finding about the frontmatter', () => {
    for (const text of [
      '---\nname: demo\n# --- more\ndescription: Grows beans. Use when it is May.\n---\nSow.\n',
      '---\nname: demo\ndescription: "a --- b"\nmodel: opus\n---\nSow.\n',
    ]) {
      const found = check(text).findings.map((finding) => finding.rule);
      expect(found.filter((it) => /^(frontmatter|yaml|description|name)-/.test(it))).toEqual([rule]);
    }
  });
});
