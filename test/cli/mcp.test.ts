import { readFileSync, symlinkSync, truncateSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { documentedRules } from '../../server/src/features/check/documented-rules.ts';
import { isEveryTest } from '../every-test.ts';
import {
  bundleCliForTests,
  checkJson,
  cleanSkill,
  runCli,
  skillText,
  skillToFix,
  startCli,
  temporaryFolder,
} from './cli-process.ts';
import { connectMcp } from './mcp-client.ts';

bundleCliForTests();

const demo = '.claude/skills/demo/SKILL.md';

/** A repository with skills, a command and a plugin, inside of one that has its own instructions, and a home with a skill. */
async function project() {
  const outer = await temporaryFolder({
    'CLAUDE.md': '# Around\n',
    [`repo/${demo}`]: skillText({ name: 'Demo Skill', body: '# Demo\n\nRead $ARGUMENTS.\n\n!`git status`\n' }),
    'repo/.claude/skills/other/SKILL.md': skillText({ name: 'other' }),
    'repo/.claude/commands/say.md': '---\ndescription: Says it\n---\n\nSay $1.\n',
    'repo/.claude/settings.json': '{ "skillOverrides": { "other": "name-only" } }',
    'repo/plugin/.claude-plugin/plugin.json': '{ "name": "tools" }',
    'repo/plugin/skills/tool/SKILL.md': cleanSkill,
    'repo/.git/HEAD': 'ref: refs/heads/main\n',
    'home/.claude/skills/mine/SKILL.md': skillText({ name: 'mine' }),
    'outside/SKILL.md': skillToFix,
  });
  return { outer, repo: path.join(outer, 'repo'), home: path.join(outer, 'home') };
}

/** Times differ from run to run. */
function withoutTimes<Report extends { readonly summary?: object }>(report: Report): object {
  return report.summary ? { ...report, summary: { ...report.summary, ms: 0 } } : report;
}

describe('a tool answers what the command line prints for a program', () => {
  const questions = [
    ['check', {}, ['check']],
    [
      'check',
      { paths: ['.claude/skills'], severity: 'warning' },
      ['check', '.claude/skills', '--quiet', '--fail-on', 'warning'],
    ],
    ['check', { folder: 'plugin' }, ['check', '--cwd', 'plugin']],
    ['fix', { paths: [demo] }, ['check', demo, '--fix-dry-run']],
    ['preview', { skill: 'demo', arguments: 'the "diff"' }, ['render', 'demo', 'the "diff"']],
    ['preview', { skill: 'plugin/skills/tool' }, ['render', 'plugin/skills/tool']],
    ['list', {}, ['list']],
    ['list', { filter: 'model' }, ['list', '--filter', 'model']],
    ['budget', {}, ['budget']],
    ['budget', { contextWindow: 10_000 }, ['budget', '--context-window', '10000']],
    ['why', { skill: 'demo' }, ['why', 'demo']],
    ['why', { skill: 'mine', request: 'sow beans' }, ['why', 'mine', 'sow beans']],
  ] as const;

  test('whatever is asked', async () => {
    const { repo, home } = await project();
    const { json, errors } = await connectMcp({ cwd: repo, home });
    for (const [tool, input, command] of questions) {
      const { stdout } = await runCli([...command, '--format', 'json'], { cwd: repo, env: { HOME: home } });
      const label = `${tool} ${JSON.stringify(input)}`;
      expect(withoutTimes(await json(tool, input)), label).toEqual(withoutTimes(JSON.parse(stdout)));
    }
    expect(errors()).toBe('');
  });

  test('about the rules', async () => {
    const { repo, home } = await project();
    const { call } = await connectMcp({ cwd: repo, home });
    expect(await call('explain')).toEqual([(await runCli(['explain'])).stdout]);
    expect(await call('explain', { rule: 'name-format' })).toEqual([(await runCli(['explain', 'name-format'])).stdout]);
  });

  test.runIf(isEveryTest)('with the options of the server', async () => {
    const { repo, home } = await project();
    const options = ['--target', 'claude-api', '--plugin-dir', 'plugin'];
    const { json } = await connectMcp({ cwd: repo, home, args: options });
    const checked = await checkJson(options, { cwd: repo, env: { HOME: home } });
    expect(withoutTimes(await json('check'))).toEqual(withoutTimes(checked.report));
    expect(JSON.stringify(await json('list', { name: 'tools:tool' }))).toContain('"invokeAs":["/tools:tool"');
  });

  test('and says besides it what the command line says on standard error', async () => {
    const { repo, home } = await project();
    await writeFile(`${repo}/notes.md`, 'Notes\n');
    const { call } = await connectMcp({ cwd: repo, home });
    const [, notes] = await call('check', { paths: ['notes.md', demo] });
    expect(notes).toBe(
      `Notes:\n- Not a skill, command, agent, plugin manifest, settings or evaluation file: ${repo}/notes.md`,
    );
  });
});

describe('the server', () => {
  test('declares tools that only read, and one that writes if that is allowed', async () => {
    const { repo, home } = await project();
    for (const writes of [false, true]) {
      const { client } = await connectMcp({ cwd: repo, home, args: writes ? ['--write'] : [] });
      expect(client.getServerVersion()).toMatchObject({ name: 'skillwright', version: packageJson.version });
      const { tools } = await client.listTools();
      const hints = tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]);
      const names = ['check', 'fix', 'preview', 'list', 'budget', 'why', 'explain'];
      expect(hints).toEqual(names.map((name) => [name, !(writes && name === 'fix')]));
      expect(tools.every(({ annotations }) => annotations?.openWorldHint === false)).toBe(true);
    }
  });

  test('has the listing and all pages as resources', async () => {
    const { repo, home } = await project();
    const { client } = await connectMcp({ cwd: repo, home });
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(documentedRules.length + 1);
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    const list = await runCli(['list', '--format', 'json'], { cwd: repo, env: { HOME: home } });
    expect(await read('skillwright://listing')).toMatchObject({ text: JSON.parse(list.stdout).listing });
    const { stdout } = await runCli(['explain', 'name-format']);
    expect(await read('skillwright://rules/name-format')).toMatchObject({ mimeType: 'text/markdown', text: stdout });
    await expect(read('skillwright://rules/../../package')).rejects.toThrow('No such resource');
    await expect(read(pathToFileURL(`${repo}/${demo}`).href)).rejects.toThrow('No such resource');
  });

  test('sees what has changed since the last call', async () => {
    const { repo, home } = await project();
    const { json } = await connectMcp({ cwd: repo, home });
    expect(await json('check', { paths: [demo] })).toMatchObject({ summary: { warnings: 1 } });
    await writeFile(`${repo}/${demo}`, cleanSkill);
    expect(await json('check', { paths: [demo] })).toMatchObject({ summary: { warnings: 0 } });
  });

  test('cuts an answer that is too long, and says what is missing', async () => {
    const { repo, home } = await project();
    const long = 'long '.repeat(2_000);
    await mkdir(`${repo}/.claude/skills/long`);
    await writeFile(`${repo}/.claude/skills/long/SKILL.md`, skillText({ name: 'long', body: long }));
    const { call, json } = await connectMcp({ cwd: repo, home, args: ['--max-chars', '3000'] });
    const [preview] = await call('preview', { skill: 'long' });
    expect(preview!.length).toBeLessThanOrEqual(3000);
    const cut = JSON.parse(preview!) as { readonly cut: readonly string[]; readonly text: string };
    expect(cut.cut).toContainEqual(expect.stringMatching(/^text: the first \d+ of \d+ characters$/));
    expect(cut.cut).toContainEqual(expect.stringMatching(/^messages\[1\]\.text: the first \d+ of \d+ characters$/));
    const { cut: left, skills } = await json('list');
    expect(left).toContainEqual(`skills: the first ${(skills as unknown[]).length} of 5 entries`);
    const [page] = await call('explain');
    expect(page).toMatch(/\[Cut after \d+ of \d+ characters\]$/);
    expect(page!.length).toBeLessThanOrEqual(3000);
  });

  test.runIf(isEveryTest)('is not loaded by other commands', async () => {
    const { repo, home } = await project();
    const told = `process.on('exit', () => { for (const file of Object.keys(require.cache).concat(opened)) if (/mcp-server/.test(file)) process.stderr.write(file); });
const fs = require('fs'); const opened = []; const read = fs.readFileSync;
fs.readFileSync = (file, ...rest) => (opened.push(String(file)), read(file, ...rest));`;
    await writeFile(`${home}/told.cjs`, told);
    const env = { HOME: home, NODE_OPTIONS: `--require=${home}/told.cjs`, NODE_DISABLE_COMPILE_CACHE: '1' };
    for (const args of [['--version'], ['check', '--no-cache', '--quiet'], ['list'], ['mcp', '--help']]) {
      expect((await runCli(args, { cwd: repo, env })).stderr).toBe('');
    }
    expect((await runCli(['mcp'], { cwd: repo, env })).stderr).toContain('mcp-server');
  });
});

describe('fixes', () => {
  test('are only written where the server was started with --write', async () => {
    const { repo, home } = await project();
    const { error } = await connectMcp({ cwd: repo, home });
    const before = readFileSync(`${repo}/${demo}`, 'utf8');
    expect(await error('fix', { paths: [demo], write: true })).toContain('started without --write');
    expect(readFileSync(`${repo}/${demo}`, 'utf8')).toBe(before);
  });

  test('are those of the command line', async () => {
    const { repo, home } = await project();
    const { json } = await connectMcp({ cwd: repo, home, args: ['--write'] });
    const before = readFileSync(`${repo}/${demo}`, 'utf8');
    expect(await json('fix', { paths: [demo] })).toMatchObject({ diff: expect.stringContaining('+name: demo') });
    expect(readFileSync(`${repo}/${demo}`, 'utf8')).toBe(before);
    const fixed = await json('fix', { paths: [demo], write: true });
    expect(fixed).toMatchObject({ fixedFiles: [`${repo}/${demo}`] });
    expect(JSON.stringify(fixed)).not.toContain('name-format');
    expect(readFileSync(`${repo}/${demo}`, 'utf8')).toBe(before.replace('Demo Skill', 'demo-skill'));
  });

  test('are written only below the folder in which it was started', async () => {
    const { repo, home } = await project();
    const { error, json } = await connectMcp({ cwd: `${repo}/plugin`, home, args: ['--write'] });
    expect(await json('check', { paths: ['..'] })).toMatchObject({ summary: { skills: 3 } });
    expect(await error('fix', { paths: ['..'], write: true })).toContain(`outside of ${repo}/plugin`);
    expect(await error('fix', { paths: [`${repo}/${demo}`], write: true })).toContain('outside of');
    expect(readFileSync(`${repo}/${demo}`, 'utf8')).toContain('Demo Skill');
  });
});

describe('roots', () => {
  test.runIf(isEveryTest)('of the client are the workspace, as they are at the moment', async () => {
    const { outer, repo, home } = await project();
    let roots = [`${repo}/plugin`];
    const { client, json, error } = await connectMcp({
      cwd: repo,
      home,
      roots: () => roots.map((it) => pathToFileURL(it).href),
    });
    expect(await json('check')).toMatchObject({ summary: { skills: 1 } });
    expect(await error('check', { paths: [`${repo}/${demo}`] })).toContain(
      `Outside of the workspace, which is ${repo}/plugin`,
    );
    expect(await error('list', { folder: repo })).toContain('Outside of the workspace');
    roots = [`${outer}/outside`, repo];
    await client.sendRootsListChanged();
    expect(await json('check')).toMatchObject({ summary: { skills: 3 } });
    expect(await json('check', { folder: `${outer}/outside`, paths: ['SKILL.md'] })).toMatchObject({
      summary: { skills: 1 },
    });
  });

  test('that cannot be used leave nothing to read', async () => {
    const { outer, repo, home } = await project();
    const roots = [pathToFileURL(`${outer}/missing`).href, 'https://example.com/repo', 'file://server/share'];
    const { error } = await connectMcp({ cwd: repo, home, roots: () => roots });
    expect(await error('check')).toBe('None of the folders that the host declares as roots exists');
  });
});

describe('hostile', () => {
  test('paths outside of the workspace are neither read nor told apart', async () => {
    const { outer, repo, home } = await project();
    symlinkSync(`${outer}/outside`, `${repo}/link`);
    const { error } = await connectMcp({ cwd: repo, home, args: ['--write'] });
    const outside = [`${outer}/outside/SKILL.md`, '../outside', '/etc/passwd', `${outer}/missing`, '..', '/'];
    for (const written of [...outside, 'link/SKILL.md', 'link', '//server/share', '\\\\server\\share', 'a\0b']) {
      for (const write of [false, true]) {
        expect(await error('fix', { paths: [written], write }), written).toContain('Outside of the workspace');
      }
      expect(await error('check', { paths: [written] }), written).toContain('Outside of the workspace');
      expect(await error('list', { folder: written }), written).toContain('Outside of the workspace');
    }
    for (const skill of ['../outside', `${outer}/outside/SKILL.md`, `${repo}/link/SKILL.md`, '..']) {
      for (const tool of ['preview', 'why']) {
        expect(await error(tool, { skill })).toContain('Outside of the workspace');
      }
    }
    expect(readFileSync(`${outer}/outside/SKILL.md`, 'utf8')).toBe(skillToFix);
  });

  test('links that lead out of the workspace are not followed, which is said', async () => {
    const { outer, repo, home } = await project();
    const secret = skillText({ name: 'Secret Name', description: 'Top secret.' });
    await writeFile(`${outer}/outside/SKILL.md`, secret);
    symlinkSync(`${outer}/outside`, `${repo}/.claude/skills/linked`);
    await mkdir(`${repo}/.claude/skills/file`);
    symlinkSync(`${outer}/outside/SKILL.md`, `${repo}/.claude/skills/file/SKILL.md`);
    const { client, call } = await connectMcp({ cwd: repo, home, args: ['--write'] });
    const answers = [
      await call('check'),
      await call('fix', { paths: ['.claude'], write: true }),
      await call('list'),
      await call('budget'),
    ];
    for (const answer of answers) expect(answer.join('\n')).not.toMatch(/secret/i);
    expect(answers[0]![1]).toContain(`because a link leads out of the workspace: ${repo}/.claude/skills/linked`);
    const previewed = await client.callTool({ name: 'preview', arguments: { skill: 'linked' } });
    expect(JSON.stringify(previewed)).not.toMatch(/secret/i);
    expect(readFileSync(`${outer}/outside/SKILL.md`, 'utf8')).toBe(secret);
  });

  test.runIf(isEveryTest)('files of any size are read up to a bound', async () => {
    const { repo, home } = await project();
    await mkdir(`${repo}/.claude/skills/huge`);
    await writeFile(`${repo}/.claude/skills/huge/SKILL.md`, cleanSkill);
    truncateSync(`${repo}/.claude/skills/huge/SKILL.md`, 2 ** 34);
    const { call } = await connectMcp({ cwd: repo, home });
    const [report, notes] = await call('check');
    expect(JSON.parse(report!)).toMatchObject({ summary: { warnings: 1 } });
    expect(notes).toContain('Cannot be read');
  });

  const wrong = [
    ['check', { path: 'x' }, /Unknown argument "path"; the tool takes paths, severity and folder/],
    ['check', { paths: 'x' }, /`paths` must be a list/],
    ['check', { paths: [1] }, /`paths` must be a list/],
    ['check', { paths: Array.from({ length: 1_001 }, () => 'x') }, /at most 1000 strings/],
    ['check', { paths: [`${'a/'.repeat(400)}SKILL.md`] }, /more than 256 folders/],
    ['check', { paths: ['missing'] }, /No such file or folder/],
    ['check', { severity: 'fatal' }, /`severity` must be error, warning, information or hint/],
    ['check', { folder: demo }, /No such folder/],
    ['check', { folder: 7 }, /`folder` must be a string/],
    ['fix', {}, /`paths` is missing/],
    ['fix', { paths: [] }, /at least one file or folder/],
    ['fix', { paths: [demo], write: 'yes' }, /`write` must be true or false/],
    ['preview', {}, /`skill` is missing/],
    ['preview', { skill: '' }, /Specify a skill/],
    ['preview', { skill: 'demmo' }, /did you mean demo\?/],
    ['preview', { skill: 'demo', arguments: 'x'.repeat(100_001) }, /at most 100000 characters/],
    ['why', { skill: 'demmo' }, /did you mean demo\?/],
    ['budget', { budget: -1 }, /`budget` must be a whole number greater than 0/],
    ['explain', { rule: 'constructor' }, /Unknown rule constructor/],
    ['explain', { __proto__: null, constructor: 1 }, /Unknown argument "constructor"/],
  ] as const;

  test('arguments that are wrong are answered with what is wrong, and the server goes on', async () => {
    const { repo, home } = await project();
    const { error, json, errors } = await connectMcp({ cwd: repo, home });
    for (const [tool, input, reason] of wrong) expect(await error(tool, input)).toMatch(reason);
    expect(await json('check', { paths: [demo] })).toMatchObject({ summary: { files: 1 } });
    expect(errors()).toBe('');
  });

  test.runIf(isEveryTest)(
    'a tool that does not exist and a call that is cancelled leave the server working',
    async () => {
      const { repo, home } = await project();
      const { client, json, errors } = await connectMcp({ cwd: repo, home });
      await expect(client.callTool({ name: 'rm' })).rejects.toThrow('Unknown tool: rm');
      const controller = new AbortController();
      const cancelled = client.callTool({ name: 'check' }, undefined, { signal: controller.signal });
      controller.abort('No longer needed');
      await expect(cancelled).rejects.toThrow('No longer needed');
      expect(await json('check')).toMatchObject({ summary: { skills: 3 } });
      expect(errors()).toBe('');
    },
  );

  test('what is not a message is passed over, and the last calls are answered when the input ends', async () => {
    const { repo, home } = await project();
    const lines = [
      'not JSON',
      '{"jsonrpc":"2.0"}',
      '[]',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      }),
      JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'check' } }),
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}',
      '{"jsonrpc":"2.0","id":4,"method":"no/such"}',
    ];
    const { code, stdout } = await runCli(['mcp'], { cwd: repo, env: { HOME: home }, input: `${lines.join('\n')}\n` });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const byId = (id: number) => answers.find((it) => it.id === id);
    expect(byId(1)).toMatchObject({ result: { serverInfo: { name: 'skillwright' } } });
    expect(byId(2)).toMatchObject({ result: { content: [{ type: 'text' }] } });
    expect(byId(3)).toHaveProperty('error');
    expect(byId(4)).toMatchObject({ error: { code: -32601 } });
    expect(code).toBe(0);
  });

  test('a line without an end is not kept in memory', async () => {
    const { repo, home } = await project();
    const child = startCli(['mcp'], { cwd: repo, env: { HOME: home } });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.stdin.on('error', () => {});
    // It gives up after four of them.
    child.stdin.write('x'.repeat(5 * 1024 * 1024));
    child.stdout.resume();
    expect(await ended).toBe(0);
  });

  test.each([
    [['--cwd', 'missing'], /No such folder/],
    [['--max-chars', '10'], /Write a whole number, 1000 or more/],
  ])('options that are wrong end it: %j', async (args, reason) => {
    const { repo, home } = await project();
    const { code, stdout, stderr } = await runCli(['mcp', ...args], { cwd: repo, env: { HOME: home } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(reason);
  });
});
