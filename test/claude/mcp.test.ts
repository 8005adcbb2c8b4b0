import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleCliForTests, cliCommand, runCli, skillText } from '../cli/cli-process.ts';
import { isEveryTest } from '../every-test.ts';
import { type ScratchSession, scratchSession } from './scratch-session.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

bundleCliForTests();

const plugin = path.resolve(import.meta.dirname, '../../docs/claude-plugin');

const files = {
  '.claude/skills/demo/SKILL.md': skillText({ name: 'Demo Skill', body: '# Demo\n\nRead $ARGUMENTS.\n' }),
};

/** The results of the calls that a model makes, as Claude Code tells them to it. */
async function resultsOf(
  calls: readonly (readonly [tool: string, input: object])[],
  scratch: ScratchSession,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const model = await startScriptedModel([
    ...calls.map(([tool, input]) => ({ calls: [{ tool, input }] })),
    { text: 'Done.' },
  ]);
  const run = promisify(execFile)(
    installedRelease().program,
    ['-p', 'Look at the skills', '--permission-mode', 'bypassPermissions', ...args],
    { cwd: scratch.project, env: { ...scratch.environment(model), IS_SANDBOX: '1', ...variables } },
  );
  run.child.stdin?.end();
  await run;
  const { messages } = JSON.parse(model.requests.at(-1)!) as {
    readonly messages: readonly { readonly content: string | readonly { readonly type: string }[] }[];
  };
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.filter(({ type }) => type === 'tool_result').map((it) => textOf(it as { readonly content?: unknown }));
}

function textOf({ content }: { readonly content?: unknown }): string {
  if (typeof content === 'string') return content;
  return (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text).join('\n');
}

test('a model gets from each tool what the command line prints', async () => {
  const scratch = scratchSession(files);
  const [command, ...start] = cliCommand();
  const config = JSON.stringify({ mcpServers: { skillwright: { command, args: [...start, 'mcp'] } } });
  const demo = '.claude/skills/demo';
  const asked = [
    ['check', {}, ['check', '--format', 'json']],
    ['fix', { paths: [demo] }, ['check', demo, '--fix-dry-run', '--format', 'json']],
    ['preview', { skill: 'demo', arguments: 'a b' }, ['render', 'demo', 'a b', '--format', 'json']],
    ['list', {}, ['list', '--format', 'json']],
    ['budget', {}, ['budget', '--format', 'json']],
    ['why', { skill: 'demo' }, ['why', 'demo', '--format', 'json']],
  ] as const;
  const calls = asked.map(([tool, input]) => [`mcp__skillwright__${tool}`, input] as const);
  const all = [...calls, ['mcp__skillwright__explain', { rule: 'name-format' }]] as const;
  const results = await resultsOf(all, scratch, ['--mcp-config', config, '--strict-mcp-config']);
  expect(results).toHaveLength(all.length);
  const env = { HOME: scratch.home };
  const withoutTime = (json: string) => JSON.parse(json.replace(/"ms": ?\d+/, '"ms":0'));
  for (const [index, [tool, , args]] of asked.entries()) {
    const { stdout } = await runCli(args, { cwd: scratch.project, env });
    expect(withoutTime(results[index]!), tool).toEqual(withoutTime(stdout));
  }
  expect(results.at(-1)).toBe((await runCli(['explain', 'name-format'])).stdout);
});

test.runIf(isEveryTest && process.platform !== 'win32')('the plugin brings the tools, next to its hook', async () => {
  const command = cliCommand()
    .map((it) => `'${it}'`)
    .join(' ');
  // What npx would install and run.
  const npx = `#!/bin/sh\nshift 2\nexec ${command} "$@"\n`;
  const scratch = scratchSession({ ...files, '~/bin/npx': npx });
  chmodSync(`${scratch.home}/bin/npx`, 0o755);
  const skill = path.join(scratch.project, '.claude/skills/new/SKILL.md');
  const PATH = [`${scratch.home}/bin`, path.dirname(process.execPath), process.env.PATH].join(':');
  const [written, checked] = await resultsOf(
    [
      ['Write', { file_path: skill, content: '---\nname: New Skill\ndescription: Sows beans.\n---\n\nSow.\n' }],
      ['mcp__plugin_skillwright_skillwright__check', { paths: [skill] }],
    ],
    scratch,
    ['--plugin-dir', plugin],
    { PATH },
  );
  expect(written).toContain('created successfully');
  expect(JSON.parse(checked!)).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ file: skill })]),
  });
});
