import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleCliForTests, cliCommand } from '../cli/cli-process.ts';
import { scratchSession } from './scratch-session.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

bundleCliForTests();

const plugin = path.resolve(import.meta.dirname, '../../docs/claude-plugin');

test.skipIf(process.platform === 'win32')(
  'the plugin tells the model what is wrong with a skill that it wrote',
  async () => {
    const command = cliCommand()
      .map((it) => `'${it}'`)
      .join(' ');
    // What npx would install and run.
    const npx = `#!/bin/sh\nshift 2\nexec ${command} "$@"\n`;
    const scratch = scratchSession({ '~/bin/npx': npx, 'a.txt': 'a\n' });
    chmodSync(`${scratch.home}/bin/npx`, 0o755);
    const skill = path.join(scratch.project, '.claude/skills/demo/SKILL.md');
    const content = '---\nname: Demo Skill\ndescription: Sows beans. Use when it is warm.\n---\n\nSow.\n';
    const model = await startScriptedModel([
      { calls: [{ tool: 'Write', input: { file_path: skill, content } }] },
      { calls: [{ tool: 'Write', input: { file_path: path.join(scratch.project, 'b.txt'), content: 'b' } }] },
      { text: 'Done.' },
    ]);
    const env = scratch.environment(model);
    const args = ['-p', 'Write a skill', '--plugin-dir', plugin, '--permission-mode', 'bypassPermissions'];
    const run = promisify(execFile)(installedRelease().program, args, {
      cwd: scratch.project,
      env: {
        ...env,
        PATH: [`${scratch.home}/bin`, path.dirname(process.execPath), env.PATH].join(':'),
        IS_SANDBOX: '1',
      },
    });
    run.child.stdin?.end();
    await run;
    const [first, second, third] = model.requests;
    expect(first).toContain('skillwright:checking-skills');
    expect(second).toContain('Skillwright found problems');
    expect(second).toContain('name-format');
    // Only once, because the other file is not checked.
    expect(third?.split('Skillwright found problems')).toHaveLength(second!.split('Skillwright found problems').length);
  },
);
