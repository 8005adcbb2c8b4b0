import { chmod } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Refusal, TerminalRun } from '../../server/src/protocol.ts';
import { bundleServerForTests, type EditorOptions, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const file = 'app/.claude/skills/review/SKILL.md';
const hidden = 'app/.claude/skills/hidden/SKILL.md';
const files = {
  [file]: '---\ndescription: Reviews.\n---\nBody\n',
  [hidden]: '---\ndescription: Hides.\nuser-invocable: false\n---\nBody\n',
  'app/packages/web/package.json': '{}',
  'bin/claude': '#!/bin/sh\necho "2.1.330 (Claude Code)"\n',
};

async function startRuns(own: object = {}, options: EditorOptions = {}) {
  const session = await startSession(files, {
    settings: () => ({ claudeCode: { path: `${session.root}/bin/claude`, ...own } }),
    ...options,
  });
  await chmod(`${session.root}/bin/claude`, 0o755);
  const at = (name: string) => uriOf(`${session.root}/${name}`);
  const run = (params: object) =>
    session.ask<TerminalRun | Refusal>('skillwright/terminalRun', { uri: at(file), arguments: '', ...params });
  return { ...session, at, run };
}

describe.skipIf(process.platform === 'win32')('a run in a terminal', () => {
  test('gets the invocation as one argument, and before options that take several', async () => {
    const { run, root } = await startRuns({
      model: 'opus',
      permissionMode: 'plan',
      extraArguments: ['--add-dir', '../b'],
    });
    const attack = `"$(touch x)" '; rm -rf ~' %PATH% \`id\` & |`;
    expect(await run({ arguments: attack })).toEqual({
      name: '/review',
      program: `${root}/bin/claude`,
      folder: `${root}/app`,
      args: [`/review ${attack}`, '--model', 'opus', '--permission-mode', 'plan', '--add-dir', '../b'],
    });
    expect(await run({ model: 'sonnet' })).toMatchObject({ args: expect.arrayContaining(['/review', 'sonnet']) });
  });

  test('is in the folder of the setting, or in the one that was asked for', async () => {
    const { run, root, at } = await startRuns({ folder: 'packages/web' });
    expect(await run({})).toMatchObject({ folder: `${root}/app/packages/web` });
    expect(await run({ folder: at('app') })).toMatchObject({ folder: `${root}/app` });
    const missing = await startRuns({ folder: 'nowhere' });
    expect(await missing.run({})).toMatchObject({ setting: 'skillwright.claudeCode.folder' });
  });

  test('continues a session, whatever has become of the skill', async () => {
    const { run, root, at } = await startRuns();
    const resumed = { uri: at('app/.claude/skills/deleted/SKILL.md'), folder: at('app'), resume: 'abc' };
    expect(await run(resumed)).toMatchObject({ args: ['--resume', 'abc'], folder: `${root}/app` });
  });

  test('is refused with a reason', async () => {
    const { run, at } = await startRuns();
    expect(await run({ uri: at(hidden) })).toMatchObject({ problem: expect.stringContaining('/hidden') });
    expect(await run({ uri: at('app/packages/web/package.json') })).toMatchObject({ problem: expect.any(String) });
    const nowhere = await startRuns({ path: '/nowhere/claude' });
    expect(await nowhere.run({})).toMatchObject({ setting: 'skillwright.claudeCode.path' });
    const untrusted = await startRuns({}, { initializationOptions: { workspaceTrusted: false } });
    expect(await untrusted.run({})).toMatchObject({ problem: expect.stringContaining('not trusted') });
    expect(await untrusted.run({ folder: untrusted.at('app'), resume: 'abc' })).toMatchObject({
      problem: expect.stringContaining('not trusted'),
    });
  });
});
