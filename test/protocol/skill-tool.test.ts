import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CallSkillParams, SkillCallAnswer, ValidatedFinding } from '../../server/src/protocol.ts';
import { bundleServerForTests, uriOf } from './editor.ts';
import { reviewFile, reviewSkill as skill, startPreviews } from './start-previews.ts';

bundleServerForTests();

async function start(files: Readonly<Record<string, string>>) {
  const started = await startPreviews(files);
  const call = (input: CallSkillParams['input'], more: Partial<CallSkillParams> = {}) =>
    started.editor.connection.sendRequest<SkillCallAnswer>('skillwright/callSkill', {
      input,
      isConfirmed: false,
      outcomes: {},
      ...more,
    });
  return { ...started, call };
}

describe('a call of the Skill tool by a model in the editor', () => {
  test('returns the text with its arguments', async () => {
    const { call, shown } = await start({ [reviewFile]: skill('Look at $ARGUMENTS.') });
    const answer = await call({ skill: 'review', args: 'main..HEAD' });
    expect(answer).toMatchObject({ decision: 'allow', name: 'review', isError: false, commands: [] });
    expect(answer.result).toBe((await shown(reviewFile, 'main..HEAD')).text);
  });

  test('is of the folder of the active file, or else of the first folder that has the skill', async () => {
    const { call, editor, root, ask } = await start({
      [reviewFile]: skill('Look at the app.'),
      'lib/.git/HEAD': '',
      'lib/.claude/skills/review/SKILL.md': skill('Look at the library.'),
      'lib/.claude/skills/publish/SKILL.md': skill('Publish it.'),
    });
    const added = [{ uri: uriOf(path.join(root, 'lib')), name: 'lib' }];
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added, removed: [] } });
    const result = async (name: string, active?: string) => {
      const file = active === undefined ? {} : { active: uriOf(path.join(root, active)) };
      return (await call({ skill: name }, file)).result;
    };
    expect(await result('review')).toContain('Look at the app.');
    expect(await result('review', 'app/index.ts')).toContain('Look at the app.');
    expect(await result('review', 'lib/index.ts')).toContain('Look at the library.');
    expect(await result('review', 'elsewhere/index.ts')).toContain('Look at the app.');
    expect(await result('/publish', 'app/index.ts')).toContain('Publish it.');
    expect(await result('nothing', 'lib/index.ts')).toMatch(/^Unknown skill: nothing/);
    const listing = (active: string) => {
      return ask<string>('skillwright/skillsForModel', { active: uriOf(path.join(root, active)) });
    };
    expect(await listing('lib/index.ts')).toContain('- publish: ');
    expect(await listing('app/index.ts')).not.toContain('- publish: ');
  });

  test('is asked about where Claude Code asks, and loads the skill once the user has agreed', async () => {
    const { call } = await start({ [reviewFile]: skill('Look.', 'allowed-tools: Read') });
    expect(await call({ skill: 'review' })).toMatchObject({
      decision: 'ask',
      question: 'Execute skill: review',
      isError: true,
    });
    const answer = await call({ skill: 'review' }, { isConfirmed: true });
    expect(answer).toMatchObject({ decision: 'allow', result: expect.stringMatching(/Look\.$/) });
  });

  test('is denied by a rule, whatever the user answers', async () => {
    const { call } = await start({
      [reviewFile]: skill('Look.', 'allowed-tools: Read'),
      'app/.claude/settings.json': '{ "permissions": { "deny": ["Skill(review)"] } }',
    });
    for (const isConfirmed of [false, true]) {
      expect(await call({ skill: 'review' }, { isConfirmed })).toMatchObject({
        decision: 'deny',
        isError: true,
        result: 'Skill execution blocked by permission rules',
      });
    }
  });

  test.each([
    [{ skill: '' }, /^Invalid skill format/],
    [{ skill: 'reviev' }, /^Unknown skill: reviev/],
    [{ skill: 'clear' }, /clear/],
    [{ skill: 7 }, /skill/],
    [{}, /skill/],
  ])('answers %j with the error of Claude Code', async (input, error) => {
    const { call } = await start({ [reviewFile]: skill('Look.') });
    const answer = await call(input);
    expect(answer).toMatchObject({ decision: 'deny', isError: true, result: expect.stringMatching(error) });
    expect(answer.result).not.toContain('<tool_use_error>');
  });

  test('lists the commands that have to run first, and includes their outputs', async () => {
    const { call } = await start({ [reviewFile]: skill('Now: !`echo hello`', 'allowed-tools: Bash(echo *)') });
    const [asked] = (await call({ skill: 'review' }, { isConfirmed: true })).commands;
    expect(asked).toMatchObject({ command: 'echo hello', status: 'not-run' });
    const outcomes = { [asked!.hash]: { status: 'ok', output: 'hello', ms: 1 } } as const;
    const answer = await call({ skill: 'review' }, { isConfirmed: true, outcomes });
    expect(answer).toMatchObject({ commands: [], result: expect.stringMatching(/Now: hello$/) });
  });

  test('stops as Claude Code does if a command is not allowed', async () => {
    const { call } = await start({ [reviewFile]: skill('Now: !`rm -rf build`') });
    const answer = await call({ skill: 'review' });
    expect(answer).toMatchObject({ decision: 'deny', isError: true, result: expect.stringContaining('rm -rf build') });
  });
});

describe('other tools', () => {
  test('the list of skills is the one that Claude Code sends', async () => {
    const { editor } = await start({ [reviewFile]: skill('Look.') });
    const listing = await editor.connection.sendRequest<string>('skillwright/skillsForModel', {});
    expect(listing).toMatch(/^- review: /m);
  });

  test('a file is checked as it is on disk, as it is in the editor, or with a given text', async () => {
    const { editor, uri } = await start({ [reviewFile]: skill('Look.', 'effort: hihg') });
    const validate = async (more: object = {}) =>
      (
        await editor.connection.sendRequest<readonly ValidatedFinding[] | null>('skillwright/validate', {
          uri: uri(reviewFile),
          ...more,
        })
      )?.map(({ rule, line, column }) => `${line}:${column} ${rule}`);
    expect(await validate()).toContain('3:9 field-value');
    expect(await validate({ text: skill('Look.', 'effort: high') })).not.toContain('3:9 field-value');
    await editor.open(uri(reviewFile), skill('Look.', 'effort: high'));
    expect(await validate()).not.toContain('3:9 field-value');
    expect(await validate({ uri: uri('app/nowhere/SKILL.txt') })).toBeUndefined();
  });
});
