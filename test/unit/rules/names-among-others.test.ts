import { describe, expect, test } from 'vitest';
import { expectInSession, skill } from './check-in-session.ts';
import { expectFindings } from './expect-findings.ts';

const own = '/project/.claude/skills/sow/SKILL.md';
const users = '/home/me/.claude/skills/sow/SKILL.md';
const text = skill('Plans beds. Use when the user asks what to sow.');
const marked = text.replace('---', '«---»');
const beds = { '/project/.claude/skills/beds/SKILL.md': text.replace('---', '---\nname: garden') };

describe('name-duplicate', () => {
  test('names the winner and points to it', async () => {
    const [finding] = await expectInSession('name-duplicate', own, marked, { [users]: text });
    expect(finding!.message).toBe(
      'This skill is never loaded: `/sow` is the user’s skill `~/.claude/skills/sow/SKILL.md`. Rename one of them',
    );
    expect(finding!.related?.map(({ path }) => path)).toEqual([users]);
    const [other] = await expectInSession('name-shadows', users, marked, { [own]: text });
    expect(other!.message).toContain('hides the project’s skill `.claude/skills/sow/SKILL.md`');
    expect(other!.related?.map(({ path }) => path)).toEqual([own]);
  });

  test('marks the first line, with any line endings and byte order marks', async () => {
    const around = { [users]: text };
    await expectInSession('name-duplicate', own, marked.replaceAll('\n', '\r\n'), around);
    await expectInSession('name-duplicate', own, `\uFEFF${marked}`, around);
    await expectInSession('name-duplicate', own, '«# Beds 🌱»\n', around);
  });

  test('knows who answers to a second name', async () => {
    const lawns = '/project/.claude/skills/lawns/SKILL.md';
    const withName = text.replace('---', '---\nname: «garden»');
    const [finding] = await expectInSession('name-duplicate', lawns, withName, beds);
    expect(finding!.message).toContain('this one is only `/lawns`');
    await expectInSession('name-duplicate', lawns, withName.replace('«garden»', '"«garden»"'), beds);
    // What cannot be typed calls nothing.
    const blank = { '/project/.claude/skills/beds/SKILL.md': text.replace('---', '---\nname: the garden') };
    await expectInSession('name-duplicate', lawns, text.replace('---', '---\nname: the garden'), blank);
    // A folder goes before every second name.
    await expectInSession('name-duplicate', lawns, withName.replace('garden', 'beds'), beds);
  });

  test('reports nothing without a namesake, without a session, or for a unique name', async () => {
    await expectInSession('name-duplicate', own, text.replace('---', '---\nname: planner'), beds);
    await expectInSession('name-duplicate', own, text.replace('---', '---\nname: plan'), beds);
    expectFindings('name-duplicate', text);
  });

  test('is silent about plugins, whose names are their own', async () => {
    const inPlugin = (plugin: string) => ({
      [`/project/${plugin}/.claude-plugin/plugin.json`]: { name: 'office' },
      [`/project/${plugin}/skills/sow/SKILL.md`]: text,
    });
    const around = { ...inPlugin('a'), ...inPlugin('b'), [own]: text };
    const options = { pluginFolders: ['/project/a', '/project/b'] };
    for (const path of [own, '/project/a/skills/sow/SKILL.md', '/project/b/skills/sow/SKILL.md']) {
      await expectInSession('name-duplicate', path, text, around, options);
      await expectInSession('name-shadows', path, text, around, options);
    }
  });

  test('counts commands of two tiers as namesakes, and leaves those that a skill hides to another rule', async () => {
    const command = '/project/.claude/commands/sow.md';
    await expectInSession('name-duplicate', command, '«Plan $ARGUMENTS.»\n', {
      '/home/me/.claude/commands/sow.md': 'Plan.\n',
    });
    const around = { [own]: text };
    await expectInSession('name-duplicate', command, 'Plan $ARGUMENTS.\n', around);
    const [finding] = await expectInSession('command-shadowed', command, '«Plan $ARGUMENTS.»\n', around);
    expect(finding!.message).toBe(
      'This command never runs: `/sow` is the project’s skill `.claude/skills/sow/SKILL.md`. Remove the command or rename one of them',
    );
    expect(finding!.severity).toBe('information');
    await expectInSession('command-shadowed', '/project/.claude/commands/water.md', 'Water.\n', around);
  });
});

describe('name-shadows', () => {
  test('names commands of Claude Code that give way, for skills in the usual places only', async () => {
    const init = '/project/.claude/skills/init/SKILL.md';
    const [finding] = await expectInSession('name-shadows', init, marked, {});
    expect(finding!.message).toContain('a built-in skill or command of Claude Code');
    await expectInSession('name-shadows', init, text, {}, { runtime: 'claude-code@2.1.7' });
    await expectInSession('name-shadows', own.replace('/sow/', '/dig/'), text, {});
    // A second name hides nothing.
    await expectInSession('name-shadows', own, text.replace('---', '---\nname: init'), {});
  });
});
