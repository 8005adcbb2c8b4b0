import { describe, expect, test } from 'vitest';
import { matchSkillRule, whySkillRuleIsIdle } from '../../../server/src/catalog/settings/skill-rules.ts';

const latest = 'claude-code';
const old = 'claude-code@2.1.7';

describe('a permission rule matches a skill', () => {
  test.each([
    ['Skill', ['foo'], 'tool'],
    ['Skill(*)', ['foo'], 'tool'],
    ['Skill(foo)', ['foo'], 'exact'],
    ['Skill(foo)', ['foo-bar'], undefined],
    ['Skill(/foo)', ['foo'], 'exact'],
    ['Skill(/foo)', ['foo-bar'], undefined],
    ['Skill(foo *)', ['foo'], 'prefix'],
    ['Skill(foo *)', ['foo-bar'], 'prefix'],
    ['Skill(foo:*)', ['foo'], 'prefix'],
    ['Skill(foo:*)', ['foo-bar'], 'prefix'],
    ['Skill(foo *)', ['fo'], undefined],
    ['Skill(foo*)', ['foo'], undefined],
    ['Skill(fo*)', ['foo'], undefined],
    ['Skill(FOO)', ['foo'], undefined],
    ['Skill( foo )', ['foo'], undefined],
    ['Skill(foo x)', ['foo'], undefined],
    ['Skill(foo:x)', ['foo'], undefined],
    ['Skill()', ['foo'], undefined],
    ['Skill(project:foo)', ['foo'], undefined],
    ['Skill(name:foo)', ['foo'], undefined],
    ['Skill(skill:foo)', ['foo'], 'parameter'],
    ['Skill(skill:foo)', ['skill:foo'], 'exact'],
    ['Skill(alias)', ['foo', 'alias'], 'exact'],
    ['Skill(foo)', ['foo', 'alias'], 'exact'],
    ['Skill(plug:a)', ['plug:a'], 'exact'],
    ['Skill(plug:*)', ['plug:a'], 'prefix'],
    ['Skill(plug *)', ['plug:a'], 'prefix'],
    ['Skill(plug:a:*)', ['plug:a'], 'prefix'],
    ['Skill(a)', ['plug:a'], undefined],
    ['Skill(plug)', ['plug:a'], undefined],
    ['Skill(two words)', ['two words'], 'exact'],
    ['Bash(foo)', ['foo'], undefined],
    ['SkillSet(foo)', ['foo'], undefined],
    ['Skill(foo', ['foo'], undefined],
  ])('%s, %j', (rule, names, kind) => expect(matchSkillRule(rule, names, latest)).toBe(kind));

  test.each([
    ['Skill(foo)', 'exact'],
    ['Skill(/foo)', 'exact'],
    ['Skill(foo:*)', 'prefix'],
    ['Skill(foo *)', undefined],
    ['Skill(*)', undefined],
    ['Skill(skill:foo)', undefined],
  ])('%s in 2.1.7', (rule, kind) => expect(matchSkillRule(rule, ['foo'], old)).toBe(kind));
});

describe('a permission rule without effect', () => {
  const names = ['foo', 'foo-bar', 'office:pdf', 'office:docx', 'one:same', 'other:same'];

  test.each([
    ['Skill()', 'empty', undefined],
    ['Skill(foo*)', 'wildcard', 'Skill(foo *)'],
    ['Skill(fo*o)', 'wildcard', undefined],
    ['Skill( foo )', 'spaces', 'Skill(foo)'],
    ['Skill( gone )', 'spaces', undefined],
    ['Skill(FOO)', 'case', 'Skill(foo)'],
    ['Skill(FOO *)', 'case', 'Skill(foo *)'],
    ['Skill(Office:*)', 'case', 'Skill(office:*)'],
    ['Skill(foo x)', 'arguments', 'Skill(foo)'],
    ['Skill(project:foo)', 'qualifier', 'Skill(foo)'],
    ['Skill(pdf)', 'plugin-missing', 'Skill(office:pdf)'],
    ['Skill(same)', 'plugin-missing', undefined],
    ['Skill(office)', 'plugin-alone', 'Skill(office:*)'],
    ['Skill(gone)', 'unknown', undefined],
    ['Skill(gone *)', 'unknown', undefined],
  ])('%s', (rule, fault, meant) => expect(whySkillRuleIsIdle(rule, names, latest)).toEqual({ fault, meant }));

  test('wildcards that only later releases know', () => {
    expect(whySkillRuleIsIdle('Skill(foo *)', names, old)).toEqual({ fault: 'wildcard', meant: 'Skill(foo:*)' });
    expect(whySkillRuleIsIdle('Skill(*)', names, old)).toEqual({ fault: 'wildcard', meant: 'Skill' });
  });

  test.each(['Skill', 'Skill(foo)', 'Skill(office *)', 'Bash(foo)', 'Read'])('not %s', (rule) =>
    expect(whySkillRuleIsIdle(rule, names, latest)).toBeUndefined(),
  );
});

test.each(['Skill(skill:rev*)', 'Skill( skill : review )', 'Skill(skill:*)', 'Skill(args:--force)', 'Skill(:*)'])(
  '%s is a rule of the latest release that matches',
  (rule) => {
    expect(whySkillRuleIsIdle(rule, ['review'], 'claude-code')).toBeUndefined();
  },
);
