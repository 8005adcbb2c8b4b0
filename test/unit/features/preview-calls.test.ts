import { describe, expect, test } from 'vitest';
import { invocationPreview } from '../../../server/src/jobs/preview/invocation-preview.ts';
import { type PreviewedSkill, previewOf, previewSubject } from './preview-of.ts';
import { project } from './session-of.ts';

const local = `${project}/.claude/settings.local.json`;

/** What is done when a user types it, and when the model calls it. */
async function callsOf(options: PreviewedSkill, given = '') {
  const { calls } = await previewOf('Text $ARGUMENTS', given, options);
  return calls.map(({ decision, text }) => `${decision}: ${text}`);
}

const rules = (permissions: object): PreviewedSkill => ({ disk: { [local]: { permissions } } });
const typed = 'allow: sends this text';

describe('who gets the text', () => {
  test.each<[string, PreviewedSkill, string, string]>([
    ['nothing special', {}, typed, 'allow: loads it without asking'],
    [
      'allowed tools',
      { fields: ['allowed-tools: Read'] },
      typed,
      'ask: asks you first: the skill has `allowed-tools`. The rule `Skill(demo)` in `permissions.allow` would allow it',
    ],
    [
      'allowed tools and a rule',
      { fields: ['allowed-tools: Read'], ...rules({ allow: ['Skill(demo)'] }) },
      typed,
      'allow: loads it without asking: `Skill(demo)` in `.claude/settings.local.json`',
    ],
    [
      'a rule for the tool that asks',
      rules({ ask: ['Skill'] }),
      typed,
      'ask: asks you first: `Skill` in `.claude/settings.local.json`',
    ],
    [
      'a rule that denies it',
      rules({ deny: ['Skill(demo)'] }),
      typed,
      'deny: denied: `Skill(demo)` in `.claude/settings.local.json`',
    ],
    [
      'a rule that removes the tool',
      rules({ deny: ['Skill'] }),
      typed,
      'deny: denied: `Skill` in `.claude/settings.local.json` removes the Skill tool',
    ],
    [
      'a mode without questions',
      { fields: ['disallowed-tools: Write'], mode: 'dontAsk' },
      typed,
      'deny: denied: it would have to ask, and the permission mode is `dontAsk`',
    ],
    [
      'a skill hidden from the model',
      { fields: ['disable-model-invocation: true'] },
      typed,
      'deny: refused, because of `disable-model-invocation: true`',
    ],
    [
      'a skill for users by the settings',
      { disk: { [local]: { skillOverrides: { demo: 'user-invocable-only' } } } },
      typed,
      'deny: refused, because of an entry of `skillOverrides`',
    ],
    [
      'a skill hidden from users',
      { fields: ['user-invocable: false'] },
      'deny: refused, because of `user-invocable: false`',
      'allow: loads it without asking',
    ],
    [
      'a skill hidden from users by a slip',
      { fields: ['user-invocable: maybe'] },
      'deny: refused, because of `user-invocable: maybe`, which Claude Code reads as false',
      'allow: loads it without asking',
    ],
    [
      'a fork',
      { fields: ['context: fork', 'agent: Explore'] },
      'allow: starts the agent `Explore` with this text',
      'allow: loads it without asking',
    ],
    ['paths', { fields: ['paths: "*.ts"'] }, 'deny: unknown until then', 'deny: unknown until then'],
    [
      '2.1.7, which always asks',
      { runtime: 'claude-code@2.1.7' },
      typed,
      'ask: asks you first: no rule allows it. The rule `Skill(demo)` in `permissions.allow` would allow it',
    ],
  ])('%s', async (_, options, user, model) => {
    expect(await callsOf(options)).toEqual([user, model]);
  });

  test('depends on the arguments if a rule does', async () => {
    const options = rules({ deny: ['Skill(args:prod*)'] });
    expect((await callsOf(options, 'prod now'))[1]).toMatch(/^deny: denied: `Skill\(args:prod\*\)`/);
    expect((await callsOf(options, 'test'))[1]).toBe('allow: loads it without asking');
  });

  test('is nobody if Claude Code stops', async () => {
    const { calls, aborted } = await previewOf('!`git push`', '', { fields: ['allowed-tools: Read'] });
    expect(aborted).toBeDefined();
    expect(calls.map(({ decision, text }) => [decision, text])).toEqual([
      ['deny', 'stops with this error'],
      ['deny', 'asks you first, and then stops with this error'],
    ]);
  });
});

describe('the notice', () => {
  const noticeOf = async (options: PreviewedSkill) => (await previewOf('Text', '', options)).notice;

  test.each<[string, PreviewedSkill]>([
    ['a skill for everybody', {}],
    ['a skill that is only for users', { fields: ['disable-model-invocation: true'] }],
    ['a skill that needs permission', { fields: ['allowed-tools: Read'] }],
    ['a skill of which the model sees the name', { disk: { [local]: { skillOverrides: { demo: 'name-only' } } } }],
    ['a skill of 2.1.7', { runtime: 'claude-code@2.1.7' }],
  ])('is absent for %s', async (_, options) => expect(await noticeOf(options)).toBeUndefined());

  test.each<[string, PreviewedSkill, string, string, string]>([
    [
      'a dead skill',
      { fields: ['user-invocable: false', 'disable-model-invocation: true'] },
      'warning',
      'Nobody can invoke this skill',
      'Remove `user-invocable` to let users',
    ],
    [
      'a hidden skill',
      { fields: ['user-invocable: false'] },
      'info',
      'Only Claude can invoke this skill',
      'remove `user-invocable` so that users can type `/demo`',
    ],
    [
      'a skill that is switched off',
      { disk: { [local]: { skillOverrides: { demo: 'off' } } } },
      'warning',
      'This skill is switched off',
      'Enable Skill',
    ],
    ['a denied skill', rules({ deny: ['Skill(demo)'] }), 'info', 'Claude may not load this skill', 'Remove the rule'],
    [
      'a shadowed skill',
      { disk: { '/home/me/.claude/skills/demo/SKILL.md': '---\ndescription: Other\n---\nOther' } },
      'warning',
      '`/demo` loads another skill',
      'Rename this skill',
    ],
  ])('explains %s', async (_, options, severity, title, advice) => {
    expect(await noticeOf(options)).toMatchObject({
      severity,
      title,
      reason: expect.any(String),
      advice: expect.stringContaining(advice),
    });
  });

  test('explains a skill that waits for files', async () => {
    expect(await noticeOf({ fields: ['paths: "*.ts"'] })).toEqual({
      severity: 'info',
      title: 'This skill is not available yet',
      reason: 'It does not exist until Claude reads or writes a file that matches `*.ts`',
    });
  });

  test('explains files that no session contains', async () => {
    const unknown = { ...(await previewSubject('Text')), known: undefined };
    const noticeFor = async (more: Partial<typeof unknown>) =>
      (await invocationPreview({ ...unknown, ...more }, '')).preview.notice;
    expect(await noticeFor({ isUntitled: true })).toMatchObject({
      severity: 'info',
      title: 'This skill is not saved yet',
      advice: 'Save it as `.claude/skills/demo/SKILL.md`: the folder becomes its name',
    });
    const misplaced = { reason: 'too-deep', loadedAt: 'demo/SKILL.md' } as const;
    expect(await noticeFor({ file: { place: 'claude', misplaced } })).toMatchObject({
      severity: 'warning',
      advice: 'Move it to `demo/SKILL.md` in the skills folder',
    });
    expect(await noticeFor({ file: { place: 'plugin', misplaced: undefined } })).toMatchObject({
      title: 'Claude Code does not load this skill’s plugin',
      advice: expect.stringContaining('skillwright.pluginFolders'),
    });
  });

  test('follows the text before it is saved', async () => {
    const subject = await previewSubject('Text', {
      fields: ['user-invocable: false', 'disable-model-invocation: true'],
    });
    const { skill: current } = await previewSubject('Text');
    const { preview } = await invocationPreview({ ...subject, skill: current }, '');
    expect(preview.notice).toBeUndefined();
    expect(preview.calls.map(({ decision }) => decision)).toEqual(['allow', 'allow']);
  });
});
