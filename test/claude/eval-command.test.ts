import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleCliForTests, checkJson, runCli } from '../cli/cli-process.ts';
import { isEveryTest } from '../every-test.ts';
import { scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

bundleCliForTests();

const skill = (body: string, fields = '') =>
  `---\ndescription: Keeps notes. Use when something is to be noted\n${fields}---\n\n${body}\n`;

/** A plugin with one skill, the real Claude Code, and a script for the model. */
async function machine(files: Readonly<Record<string, string>>, script: (project: string) => readonly ScriptedTurn[]) {
  const scratch = scratchSession({
    '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Keeps notes" }',
    ...files,
  });
  const model = await startScriptedModel(script(scratch.project));
  const env = { ...scratch.environment(model), TMPDIR: path.dirname(scratch.home) };
  const run = (...args: string[]) => runCli(args, { cwd: scratch.project, env });
  const evaluate = (...more: string[]) => run('eval', '--claude', installedRelease().program, '--yes', ...more);
  return { scratch, run, evaluate };
}

const called: ScriptedTurn = { calls: [{ tool: 'Skill', input: { skill: 'demo:notes' } }] };

test('a new case, as it is created, reads the references of its skill', async () => {
  const read = (project: string): ScriptedTurn => ({
    calls: [{ tool: 'Read', input: { file_path: `${project}/skills/notes/references/form.md` } }],
  });
  const { scratch, run, evaluate } = await machine(
    {
      'skills/notes/SKILL.md': skill('Read references/form.md.', 'allowed-tools: Read\n'),
      'skills/notes/references/form.md': 'Write one line.\n',
    },
    (project) => [called, read(project), { text: 'Done.' }, called, read(project), { text: 'Done.' }],
  );
  await run('new-eval', 'skills/notes', '--prompt', 'Note that it rains');
  expect((await checkJson(['evals'], { cwd: scratch.project })).report.findings).toEqual([]);
  const ran = await evaluate('--arm', 'with', '--runs', '1');
  expect(ran.stderr).toContain('may use `Read`, `Glob`, `Grep` and `Skill`, but not write files or run commands.\n');
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ notes') });
  expect(ran.stdout).not.toContain('denied');

  // Without what it needs, it is reported, said before, and counted.
  scratch.write({ 'evals/notes/prompt.md': '---\nmax_turns: 10\n---\nNote that it rains\n' });
  scratch.write({ 'evals/notes/graders/says.md': '---\ntype: regex\n---\nDone\n' });
  const [finding] = (await checkJson(['evals'], { cwd: scratch.project })).report.findings;
  expect(finding).toMatchObject({
    rule: 'evaluation-permission',
    message: expect.stringContaining('`Skill` and `Read`'),
  });
  const again = await evaluate('--arm', 'with', '--runs', '1');
  expect(again.stderr).toContain('`--allow-tools Skill,Read` allows what is missing, for this run.\n');
  expect(again.stdout).toContain(
    'Advice: 2 calls denied: Read, Skill. Add `Skill`, `Read` to `allowed_tools` of the case',
  );
});

test.runIf(isEveryTest)('what is allowed for a run is granted, in both arms', async () => {
  const write: ScriptedTurn = { calls: [{ tool: 'Write', input: { file_path: 'note.md', content: 'It rains.' } }] };
  const { run, evaluate } = await machine({ 'skills/notes/SKILL.md': skill('Write note.md.') }, () => [
    called,
    write,
    { text: 'It rains.' },
    { text: 'It rains.' },
  ]);
  await run('new-eval', 'skills/notes', '--prompt', 'Note that it rains', '--name', 'writes');
  const scratch = await evaluate('evals/writes', '--runs', '1', '--allow-tools', 'Write', '--max-budget-usd', '1');
  expect(scratch.stderr).toContain('1 case of demo: 1 run with the plugin and 1 without it\n');
  expect(scratch.stderr).toContain('`Write`, `Edit` and `NotebookEdit`, but not run commands.\n');
  expect(scratch.stdout).toMatch(/writes {2}With plugin 1\.00 \(1 run\), Without plugin/);
  expect(scratch.stdout).not.toContain('denied');
});

test.runIf(isEveryTest)(
  'a prompt may write a file in its project, and run a command only if that is allowed',
  async () => {
    const turns: readonly ScriptedTurn[] = [
      {
        calls: [
          { tool: 'Write', input: { file_path: 'note.md', content: 'It rains.' } },
          { tool: 'Bash', input: { command: 'touch made.txt' } },
        ],
      },
      { text: 'Noted.' },
    ];
    const set = {
      skill_name: 'notes',
      evals: [{ id: 1, prompt: 'Note that it rains', expectations: ['It is noted'] }],
    };
    const { evaluate } = await machine(
      {
        '.claude/skills/notes/SKILL.md': skill('Write note.md.'),
        '.claude/skills/notes/evals/evals.json': JSON.stringify(set),
      },
      () => [...turns, ...turns],
    );
    const path = '.claude/skills/notes';
    const denied = await evaluate(path, '--arm', 'with');
    expect(denied.stderr).toContain('The rest is denied.\n');
    expect(denied.stderr).toContain('1: Note that it rains, with the skill: made note.md\n');
    expect(denied.stderr).toContain('1: Note that it rains, with the skill: 1 call denied: Bash touch made.txt\n');
    const allowed = await evaluate(path, '--arm', 'with', '--allow-tools', 'Bash');
    expect(allowed.stderr).toContain('without asking, and use `Bash`. The rest is denied.\n');
    expect(allowed.stderr).toMatch(/with the skill: made (?:made\.txt, note\.md|note\.md, made\.txt)\n/);
    expect(allowed.stderr).not.toContain('call denied');
    expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining('? Prompt 1') });
  },
);
