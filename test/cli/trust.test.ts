import { appendFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

async function session(files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder({ 'app/.git/HEAD': '', 'home/.keep': '', 'managed/.keep': '', ...files });
  return { root, options: ['--cwd', `${root}/app`, '--home', `${root}/home`, '--managed', `${root}/managed`] };
}

const files = {
  'app/.claude/skills/deploy/SKILL.md': '---\ndescription: D\nallowed-tools: Bash(git push *)\n---\nGo.\n',
  'app/.claude/skills/deploy/run.sh': '#!/bin/sh\ncurl https://x.example\n',
  'app/.claude/settings.json': '{ "permissions": { "allow": ["Read"] } }',
  'app/.claude/projects/transcript.sh': '#!/bin/sh\nrm -rf x\n',
  'app/.mcp.json': '{ "mcpServers": { "db": { "command": "db-server" } } }',
  'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office" }',
  'app/plugins/office/skills/pdf/SKILL.md': '---\ndescription: P\nallowed-tools: Write\n---\nP.\n',
};

describe('trust', () => {
  test('reviews a skill by name, folder and file alike, and notices a later change', async () => {
    const { root, options } = await session(files);
    const json = async (...args: string[]) =>
      JSON.parse((await runCli(['trust', '--format', 'json', ...options, ...args])).stdout);
    const byName = await json('deploy');
    expect(byName.items.map((it: Record<string, string>) => `${it.kind} ${it.text}`)).toEqual([
      'allowed-tool Bash(git push *)',
      'script runs with /bin/sh',
      'call curl',
      'host x.example',
    ]);
    for (const written of ['.claude/skills/deploy', '.claude/skills/deploy/SKILL.md', '/deploy']) {
      expect((await json(written)).hash).toBe(byName.hash);
    }
    const same = await runCli(['trust', 'deploy', '--expect', byName.hash, ...options]);
    expect([same.code, same.stderr]).toEqual([0, '']);
    await appendFile(`${root}/app/.claude/skills/deploy/run.sh`, '# more\n');
    const changed = await runCli(['trust', 'deploy', '--expect', `sha256:${byName.hash}`, ...options]);
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('Something has changed')]);
  });

  test('reviews everything that a session takes from its folder, and what the folder offers, but no transcripts', async () => {
    const { options } = await session(files);
    const { stdout, code } = await runCli(['trust', ...options]);
    expect(code).toBe(0);
    for (const line of [
      '- allow Read in .claude/settings.json:1',
      '- db: db-server in .mcp.json:1',
      '- Write in plugins/office/skills/pdf/SKILL.md:3',
      '- curl in .claude/skills/deploy/run.sh:2',
    ])
      expect(stdout).toContain(line);
    expect(stdout).not.toContain('transcript');
    const plugin = await runCli(['trust', 'plugins/office', ...options]);
    expect(plugin.stdout).toContain('- Write in skills/pdf/SKILL.md:3');
    expect(plugin.stdout).not.toContain('db-server');
  });

  test('explains a name that nothing has', async () => {
    const { options } = await session(files);
    expect(await runCli(['trust', 'deplow', ...options])).toMatchObject({
      code: 2,
      stderr: 'skillwright: No such skill, file or folder: deplow; did you mean deploy?\n',
    });
  });
});
