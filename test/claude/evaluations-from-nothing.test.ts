import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleCliForTests, checkJson, runCli } from '../cli/cli-process.ts';
import { scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

bundleCliForTests();

const skill = (description: string, fields: string, body: string) =>
  `---\ndescription: ${description}\n${fields}---\n\n${body}\n`;

/** Skills as people publish them: one reads a reference, one writes a file, and one runs a script. */
const plugin = {
  '.claude-plugin/plugin.json': '{ "name": "desk", "version": "1.0.0", "description": "Work at a desk" }',
  'skills/write-letter/SKILL.md': skill(
    'Writes letters. Use when somebody is to be invited or thanked',
    'allowed-tools: Read\n',
    'Read references/tone.md, then write the letter.',
  ),
  'skills/write-letter/references/tone.md': 'End with “Warm regards”.\n',
  'skills/keep-minutes/SKILL.md': skill(
    'Keeps minutes. Use when a meeting is to be recorded',
    'allowed-tools: Write\n',
    'Write what was decided into minutes.md.',
  ),
  'skills/count-words/SKILL.md': skill(
    'Counts words. Use when a text is to be measured',
    'allowed-tools: Bash(sh *count.sh)\n',
    'Run `sh ${CLAUDE_SKILL_DIR}/scripts/count.sh`, and say what it prints.',
  ),
  'skills/count-words/scripts/count.sh': 'echo 12 words\n',
};

/** Whether commands in cases can be confined here. */
const hasSandbox =
  process.platform === 'darwin' || ['bwrap', 'socat'].every((name) => spawnSync(name, ['--version']).status === 0);

const prompts = { letter: 'Invite Alex', minutes: 'We decided to paint it blue', words: 'How long is my text?' };

/** Clients are slow to start next to other work. */
const timeout = 600_000;

test('an evaluation from nothing: made, checked, run, improved as its results say, and run again', {
  timeout,
}, async () => {
  const scratch = scratchSession(plugin);
  const skills = `${scratch.project}/skills`;
  const call = (tool: string, input: object) => ({ calls: [{ tool, input }] });
  /** What the model does with a prompt if it has the plugin. */
  const withPlugin = (when: string, ...turns: readonly ScriptedTurn[]) => turns.map((turn) => ({ ...turn, when }));
  const letter = (end: string) =>
    withPlugin(
      prompts.letter,
      call('Skill', { skill: 'desk:write-letter' }),
      call('Read', { file_path: `${skills}/write-letter/references/tone.md` }),
      { text: `Dear Alex, come! ${end}` },
    );
  const minutes = withPlugin(
    prompts.minutes,
    call('Skill', { skill: 'desk:keep-minutes' }),
    call('Write', { file_path: 'minutes.md', content: 'Blue.' }),
    { text: 'Recorded.' },
  );
  const words = withPlugin(prompts.words, call('Skill', { skill: 'desk:count-words' }), { text: 'I cannot count it.' });
  const without = [prompts.letter, prompts.minutes].map((when) => ({ when, unless: 'desk:', text: 'Fine.' }));
  const script = call('Bash', { command: 'sh .claude/skills/count-words/scripts/count.sh' });
  const counted = withPlugin(prompts.words, call('Skill', { skill: 'count-words' }), script, {
    text: 'It has 12 words.',
  });
  const model = await startScriptedModel([
    ...[...without, { when: prompts.words, unless: 'desk:', text: 'I do not know.' }],
    ...[...letter('Bye'), ...minutes, ...words],
    ...[...without, ...letter('Warm regards'), ...minutes],
    ...(hasSandbox ? words : []),
    ...counted,
  ]);
  const env = { ...scratch.environment(model), TMPDIR: path.dirname(scratch.home) };
  const run = (...args: string[]) => runCli(args, { cwd: scratch.project, env });
  const evaluate = (...more: string[]) =>
    run('eval', ...more, '--claude', installedRelease().program, '--yes', '--runs', '1');

  // Made by name, and completed by hand with what should come out.
  for (const [name, of] of Object.entries({ letter: 'write-letter', minutes: 'keep-minutes', words: 'count-words' })) {
    const made = await run('new-eval', of, '--prompt', prompts[name as keyof typeof prompts], '--name', name);
    expect(made).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Run it with `skillwright eval '),
    });
  }
  scratch.write({
    'evals/letter/graders/ends-warmly.md': '---\ntype: regex\n---\nWarm regards\n',
    'evals/minutes/graders/keeps-them.md': '---\ntype: file_exists\npath: minutes.md\n---\n',
    'evals/words/graders/counts.md': '---\ntype: regex\n---\n12 words\n',
  });
  expect((await checkJson(['evals'], { cwd: scratch.project })).report.findings).toEqual([]);

  // What is missing is said before, and what it led to afterwards.
  const first = await evaluate();
  expect(first.stderr).toContain('3 cases of desk: 3 runs with the plugin and 3 without it\n');
  expect(first.stderr).toContain(
    'of minutes use `Write`, which the case asks for, only if you allow it for this run.\n',
  );
  expect(first.stderr).toContain('`--allow-tools Write,Bash` allows what is missing, for this run.\n');
  expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining('0 of 3 cases passed, 3 failed\n') });
  expect(first.stdout).toContain('✗ ends-warmly  With plugin: failed (pattern not found in last_message)');
  expect(first.stdout).toContain('Advice: 1 call denied: Write. Allow `Write` when it runs\n');

  // A better skill: the reference is read in the same way, and is followed.
  scratch.write({ 'skills/write-letter/references/tone.md': 'Always end with “Warm regards”.\n' });
  const better = await evaluate('write-letter');
  expect(better.stderr).toContain('1 case of desk: 1 run with the plugin and 1 without it\n');
  expect(better.stderr).toMatch(/Cost: ≈ \$\S+ or less \(from the costs of the last runs\)\./);
  expect(better).toMatchObject({ code: 0, stdout: expect.stringContaining('Since last time: letter now passes\n') });
  expect(better.stdout).toContain(
    '✓ letter  With plugin 1.00 (1 run), Without plugin 0.00 (1 run), difference +1.00\n',
  );
  const allowed = await evaluate('evals/minutes', '--allow-tools', 'Write');
  expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining('Since last time: minutes now passes\n') });
  expect(allowed.stdout).not.toContain('denied');
  // Neither is in the last result of the other.
  expect((await run('results', 'evals/letter')).stdout).toContain('✓ letter');

  // Cases run commands only in a sandbox, and prompts of evals.json without one.
  const confined = await evaluate('evals/words', '--arm', 'with', '--allow-tools', 'Bash');
  expect(confined.stderr).toContain('Claude Code refuses to run commands in them if this machine has no sandbox');
  if (!hasSandbox) {
    const reason = 'Ended early, not graded: Claude Code runs no commands here, because this machine has no sandbox';
    expect(confined).toMatchObject({ code: 1, stdout: expect.stringContaining(reason) });
    expect(confined.stdout).not.toContain('Skill called 0x');
  }
  expect(await run('convert-evals', 'evals/words')).toMatchObject({ code: 0 });
  const prompt = await evaluate('skills/count-words/evals', '--arm', 'with', '--allow-tools', 'Skill,Bash');
  expect(prompt.stderr).toContain('1 prompt of count-words: with the skill\n');
  expect(prompt).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\$\S+\n.*\n {2}To judge them, .*\n.*\? Prompt words/),
  });
  expect(prompt.stdout).not.toContain('denied');
  expect(model.requests.at(-1)).toContain('12 words');
});
