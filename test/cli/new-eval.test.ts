import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, checkJson, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const skill = (more = '') =>
  `---\ndescription: Reviews a diff. Use when the user asks for a review.\n${more}---\n\nReview it.\n`;

const plugin = {
  'office/.claude-plugin/plugin.json': JSON.stringify({ name: 'office', version: '1.0.0', description: 'For offices' }),
  'office/skills/review/SKILL.md': skill(),
  '.claude/skills/notes/SKILL.md': skill(),
};

const call = (name: string, input: object, id = name) => [
  { type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } },
  { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] } },
];

const asLines = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n');

/** What Claude Code printed. */
const run = (folder: string) =>
  asLines([
    { type: 'system', subtype: 'init', cwd: folder },
    ...call('Skill', { skill: 'office:review', args: 'main' }),
    ...call('Read', { file_path: `${folder}/a.txt` }),
    ...call('Write', { file_path: `${folder}/out/[id] report.md`, content: 'x' }),
    ...call('Write', { file_path: '/tmp/elsewhere.md', content: 'x' }, 'w2'),
    ...call('Bash', { command: 'git diff' }),
    { type: 'result', subtype: 'success' },
  ]);

const text = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8');

describe('new-eval', () => {
  test('creates a case without findings, in the plugin of the skill', async () => {
    const cwd = await temporaryFolder(plugin);
    const made = await runCli(['new-eval', 'office/skills/review', '--prompt', 'Review the last commit'], { cwd });
    const folder = path.join(cwd, 'office/evals/review');
    expect(made).toEqual({
      code: 0,
      stdout: `Created ${folder}/prompt.md\nCreated ${folder}/graders/uses-skill.md\nRun it with \`skillwright eval ${folder}\`\n`,
      stderr: '',
    });
    expect(text(folder, 'prompt.md')).toBe(
      '---\nmax_turns: 10\nallowed_tools: [Read, Glob, Grep, Skill]\n---\n\nReview the last commit\n',
    );
    expect(text(folder, 'graders/uses-skill.md')).toBe(
      `---\ntype: tool_used\ntool: Skill\ninput_match: '"skill":"(?:office:)?review"'\n---\n`,
    );
    const { report } = await checkJson(['--target', 'claude-api'], { cwd });
    expect(report.findings.filter(({ file }) => file.includes('/evals/'))).toEqual([]);
  });

  test('asks for what happened in a run', async () => {
    const cwd = await temporaryFolder(plugin);
    await writeFile(path.join(cwd, 'run.jsonl'), run(cwd));
    const wish = ['--from-run', 'run.jsonl', '--prompt', 'Review main', '--expect', 'It is "short"'];
    const { code, stderr } = await runCli(['new-eval', 'office/skills/review', ...wish], { cwd });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'skillwright: `/tmp/elsewhere.md` is outside of the folder of the run, so no grader asks for it\n',
    });
    const folder = path.join(cwd, 'office/evals/review');
    expect(readdirSync(path.join(folder, 'graders')).sort()).toEqual([
      'calls-bash.md',
      'creates-out-id-report-md.md',
      'criterion.md',
      'uses-skill.md',
    ]);
    expect(text(folder, 'prompt.md')).toContain('allowed_tools: [Read, Glob, Grep, Skill, Bash, Write]');
    expect(text(folder, 'graders/creates-out-id-report-md.md')).toBe(
      '---\ntype: file_exists\npath: "out/?id? report.md"\n---\n',
    );
    expect(text(folder, 'graders/criterion.md')).toBe('---\ntype: llm\n---\n\nIt is "short"\n');
    const { report } = await checkJson([folder], { cwd });
    expect(report.findings).toEqual([]);
  });

  test('takes the prompt from a run that has it, and says where else it is', async () => {
    const cwd = await temporaryFolder(plugin);
    const asked = { type: 'user', message: { role: 'user', content: 'Review main' }, isReplay: true };
    const [init, ...rest] = run(cwd).split('\n');
    await writeFile(path.join(cwd, 'replayed.jsonl'), [init, JSON.stringify(asked), ...rest].join('\n'));
    await writeFile(path.join(cwd, 'run.jsonl'), run(cwd).replace('"init"', '"init","session_id":"45faebbd-ff10"'));
    // The skill is one of a plugin in this folder, and is found by its name.
    const create = (file: string) => runCli(['new-eval', 'review', '--from-run', file], { cwd });
    expect(await create('run.jsonl')).toMatchObject({
      code: 2,
      stderr:
        'skillwright: The output does not have the prompt; specify it with --prompt, or use --from-session 45faebbd-ff10 instead of --from-run\n',
    });
    expect((await create('replayed.jsonl')).code).toBe(0);
    expect(text(path.join(cwd, 'office/evals/review'), 'prompt.md')).toContain('\n\nReview main\n');
  });

  test('takes the prompt from a past session, also that of a command', async () => {
    const cwd = await temporaryFolder(plugin);
    const session = asLines([
      { type: 'user', cwd, message: { content: 'hello' } },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'Hello.' }] } },
      {
        type: 'user',
        cwd,
        message: { content: '<command-name>/notes</command-name>\n<command-args>of today</command-args>' },
      },
      { type: 'user', isMeta: true, message: { content: 'Base directory for this skill: …' } },
      ...call('Write', { file_path: `${cwd}/notes.md`, content: 'x' }),
    ]);
    const home = await temporaryFolder({ '.claude/projects/p/0b0e1c52-1111.jsonl': session });
    const made = await runCli(['new-eval', 'notes', '--from-session', '0b0e', '--home', home, '--format', 'json'], {
      cwd,
    });
    const report = JSON.parse(made.stdout);
    expect(report).toMatchObject({
      folder: path.join(cwd, '.claude/skills/notes/evals/notes'),
      created: true,
      notes: [],
    });
    expect(report.files.map((it: { text: string }) => it.text)).toEqual([
      '---\nmax_turns: 10\nallowed_tools: [Read, Glob, Grep, Skill, Write]\n---\n\n/notes of today\n',
      '---\ntype: file_exists\npath: notes.md\n---\n',
    ]);
  });

  test('replaces nothing: the next case has another name', async () => {
    const cwd = await temporaryFolder(plugin);
    const create = (...more: string[]) => runCli(['new-eval', 'notes', '--prompt', 'Note it', ...more], { cwd });
    await create();
    expect((await create()).stdout).toContain('evals/notes-2/prompt.md');
    for (const more of [[], ['--dry-run']]) {
      const again = await create('--name', 'notes', ...more);
      expect(again).toMatchObject({ code: 2, stdout: '' });
      const folder = `${cwd}/.claude/skills/notes/evals/notes`;
      expect(again.stderr).toBe(`skillwright: It already exists: ${folder}; choose another name with --name\n`);
    }
  });

  test('asks for the tools that the skill needs, so that the case has no findings', async () => {
    const needs = 'allowed-tools: Edit, Bash(sh *), mcp__tracker__list, Read\n';
    const cwd = await temporaryFolder({
      '.claude/skills/notes/SKILL.md': skill(needs).replace('Review it.', 'Run `sh scripts/note.sh`.'),
      '.claude/skills/notes/scripts/note.sh': 'echo note\n',
    });
    await runCli(['new-eval', 'notes', '--prompt', 'Note it', '--expect', 'It is noted'], { cwd });
    const folder = path.join(cwd, '.claude/skills/notes/evals/notes');
    expect(text(folder, 'prompt.md')).toContain('allowed_tools: [Read, Glob, Grep, Skill, Bash, Edit]\n');
    const { report } = await checkJson([folder], { cwd });
    expect(report.findings).toEqual([]);
  });

  test('says how to run the case, unless it is where the runner does not look', async () => {
    const cwd = await temporaryFolder({ "it's mine/notes/SKILL.md": skill() });
    const create = (...more: string[]) =>
      runCli(['new-eval', "it's mine/notes", '--prompt', 'Note it', ...more], { cwd });
    const place = 'notes/evals/notes';
    const quoted = process.platform === 'win32' ? `"${cwd}/it's mine/${place}"` : `'${cwd}/it'\\''s mine/${place}'`;
    expect((await create()).stdout).toContain(`Run it with \`skillwright eval ${quoted}\`\n`);
    expect((await create('--in', 'elsewhere')).stdout).not.toContain('Run it');
  });

  test('can print the files and create nothing', async () => {
    const cwd = await temporaryFolder(plugin);
    const { stdout, code } = await runCli(['new-eval', 'notes', '--prompt', 'Note it', '--dry-run'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('    type: tool_used\n');
    expect(existsSync(path.join(cwd, '.claude/skills/notes/evals'))).toBe(false);
  });

  test.each([
    [['notes'], 'Specify what the user asks with --prompt, or what happened with --from-run'],
    [['notes', '--prompt', ' '], 'Specify what the user asks with --prompt, or what happened with --from-run'],
    [['hidden', '--prompt', 'Do it'], 'Nothing here can be graded without a model'],
    [['notes', '--prompt', 'a', '--name', '../x'], 'A name has letters, digits'],
    [['notes', '--prompt', 'a', '--name', 'results'], 'A case cannot be called `results`'],
    [['notes', '--from-run', 'missing.jsonl'], 'No such file: '],
    [['notes', '--from-run', 'other.jsonl'], '`notes` is not used in '],
    [['notes', '--from-session', 'abcd'], 'No session abcd in '],
    [['nothing', '--prompt', 'a'], 'No such skill: nothing'],
  ])('%j is rejected in one line', async (args, message) => {
    const cwd = await temporaryFolder({
      ...plugin,
      '.claude/skills/hidden/SKILL.md': skill('disable-model-invocation: true\n'),
      'other.jsonl': `${asLines([
        { type: 'user', message: { content: 'a' } },
        { type: 'user', message: { content: 'b' } },
      ])}\n{broken`,
    });
    const { code, stdout, stderr } = await runCli(['new-eval', ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
