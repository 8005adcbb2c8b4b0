import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { installFakeRunner } from '../fake-runner.ts';
import { bundleCliForTests, runCli, startCli, temporaryFolder } from './cli-process.ts';
import { parseXml } from './parse-xml.ts';

bundleCliForTests();

const prompt = '---\nruns: 1\nallowed_tools: [Read, Skill]\n---\nSay it.\n';
const grader = (pattern: string) => `---\ntype: regex\n---\n${pattern}\n`;

const plugin = {
  '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Greets people" }',
  'skills/greet/SKILL.md': '---\ndescription: Greets people. Use on Mondays\n---\nRead references/tone.md.\n',
  'skills/greet/references/tone.md': 'Be warm.\nBe short.\nBe kind.\n',
  'evals/hello/prompt.md': prompt,
  'evals/hello/graders/greets.md': grader('Hello'),
  'evals/bye/prompt.md': prompt.replace('runs: 1', 'runs: 1\nmodel: haiku'),
  'evals/bye/graders/says.md': grader('Goodbye'),
};

const skill = {
  'SKILL.md': '---\ndescription: Greets people. Use on Mondays\n---\nBe warm.\n',
  'evals/evals.json': JSON.stringify({
    skill_name: 'greet',
    evals: [
      { id: 1, prompt: 'Say hello', expectations: ['It is warm'] },
      { id: 'two', prompt: 'Say goodbye' },
    ],
  }),
};

/** A plugin or skill, and a program in place of Claude Code. */
async function machine(files: Readonly<Record<string, string>> = plugin, folder = 'demo') {
  const runner = await installFakeRunner();
  const entries = Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
  const cwd = path.join(await temporaryFolder(Object.fromEntries(entries)), folder);
  const args = (...more: string[]) => ['eval', ...more, '--claude', runner.path];
  const results = () =>
    existsSync(path.join(cwd, 'evals/results')) ? readdirSync(path.join(cwd, 'evals/results')) : [];
  return { cwd, runner, results, args, evaluate: (...more: string[]) => runCli(args(...more), { cwd }) };
}

describe.skipIf(process.platform === 'win32')('skillwright eval', () => {
  test('says what it starts, runs it, and prints what `results` prints; exits with 1 if a case fails', async () => {
    const { evaluate, cwd, runner, results } = await machine();
    const { code, stdout, stderr } = await evaluate('--yes', '--max-budget-usd', '3');
    expect(stderr).toContain('skillwright: 2 cases of demo: 2 runs with the plugin and 2 without it\n');
    expect(stderr).toContain("  Models: `haiku` (bye), Claude Code's default (hello)\n");
    expect(stderr).toContain('Maximum: $3, checked before each session.\n');
    expect(stderr).toContain('✓ hello  with 1.00');
    expect(stderr).not.toContain('kept temp');
    expect(runner.starts()).toHaveLength(1);
    expect(runner.starts()[0]).toEqual(
      expect.arrayContaining(['plugin', 'eval', cwd, '--trust-plugin', '--no-publish', '--max-cost-usd', '3']),
    );
    expect(stdout).toContain('✓ hello  With plugin 1.00 (1 run), Without plugin 1.00 (1 run)');
    expect(stdout).toContain('✗ says  With plugin: failed (pattern not found in last_message)');
    expect(code).toBe(1);
    expect(results()).toHaveLength(1);
    expect(await runCli(['results'], { cwd })).toEqual({ code, stdout, stderr: '' });
    // Now there is a result to estimate from.
    expect((await evaluate('--dry-run')).stdout).toContain('Cost: ≈ $0.08 (from the costs of the last runs)');
  });

  test('one case, as often and with what is asked for; exits with 0 if it passes', async () => {
    const { evaluate, runner } = await machine();
    for (const written of ['evals/hello', 'evals/hello/graders/greets.md']) {
      const asked = ['--runs', '2', '--arm', 'with', '--model', 'opus', '--allow-tools', 'Write,Bash(npm *)', '--yes'];
      const { code, stderr } = await evaluate(written, ...asked);
      expect(stderr).toContain('1 case of demo: 2 runs\n  Model: `opus`\n');
      expect(code).toBe(0);
      const args = runner.starts().at(-1)!;
      const valueAfter = (name: string) => args[args.indexOf(name) + 1];
      expect(['--case', '--runs', '--ablation', '--model', '--allow-tools'].map(valueAfter)).toEqual([
        'hello',
        '2',
        'none',
        'opus',
        'Write,Bash(npm *)',
      ]);
    }
    expect((await evaluate('--case', 'hello', '--yes')).code).toBe(0);
    expect(runner.starts().at(-1)).toEqual(expect.arrayContaining(['--case', 'hello']));
  });

  test('exports what ran, and refuses what would not be one document before anything is paid for', async () => {
    const { evaluate, runner } = await machine({
      ...plugin,
      'skills/greet/evals/evals.json': skill['evals/evals.json'],
    });
    const junit = await evaluate('evals', '--yes', '--format', 'junit');
    expect(parseXml(junit.stdout).attributes).toMatchObject({ tests: '2', failures: '1' });
    const json = await evaluate('evals/hello', '--yes', '--format', 'json');
    expect(JSON.parse(json.stdout).results).toMatchObject([
      { format: 'plugin-eval', cases: [{ name: 'hello', state: 'passed' }] },
    ]);
    const paid = runner.starts().length;
    const several = await evaluate('--yes', '--format', 'junit');
    expect(several).toMatchObject({ code: 2, stdout: '' });
    expect(several.stderr).toContain('--format junit is for one result, and there would be 2: specify one');
    expect(runner.starts()).toHaveLength(paid);
  });

  test('starts nothing without consent', async () => {
    const { evaluate, runner, results } = await machine();
    const refused = await evaluate();
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/Not started, because nobody can be asked here; --yes agrees in advance\n$/);
    const dry = await evaluate('--dry-run', '--runs', '5');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain('2 cases of demo: 10 runs with the plugin and 10 without it\n');
    expect(dry.stdout).toContain(' Maximum: none.\n');
    const json = await evaluate('--dry-run', '--format', 'json', '--arm', 'with', '--max-budget-usd', '1.5');
    expect(JSON.parse(json.stdout)).toMatchObject({
      sessions: 2,
      suites: [{ subject: 'demo', kind: 'plugin', cases: [{ name: 'bye', runs: 1 }, { name: 'hello' }], prompts: [] }],
      arm: 'with',
      maxBudgetUsd: 1.5,
      rights: [
        'Sessions of bye, hello may use `Read`, `Glob`, `Grep` and `Skill`, but not write files or run commands',
      ],
      couldAllow: [],
    });
    expect(runner.starts()).toEqual([]);
    expect(results()).toEqual([]);
  });

  test('prompts run with the skill and without it, and what they leave is kept for a person to judge', async () => {
    const { evaluate, cwd, results, runner } = await machine(skill, 'greet');
    const { code, stdout, stderr } = await evaluate('--yes', '--allow-tools', 'Write', '--max-budget-usd', '1');
    expect(stderr).toContain('2 prompts of greet: each with the skill and without it\n');
    expect(code).toBe(0);
    expect(stdout).toContain('? Prompt 1  With skill');
    const [result] = results();
    const left = path.join(cwd, 'evals/results', result!, 'eval-1');
    expect(readFileSync(path.join(left, 'with_skill/run-1/outputs/answer.md'), 'utf8')).toBe('A **warm** hello\n');
    expect(readFileSync(path.join(left, 'without_skill/run-1/outputs/answer.md'), 'utf8')).toBe('Hi\n');
    expect(existsSync(path.join(left, 'with_skill/run-1/grading.json'))).toBe(false);
    const [first] = runner.starts().filter((args) => args.includes('-p'));
    expect(first![first!.indexOf('--allowedTools') + 1]).toBe('Edit(./**),Write');
    expect(await runCli(['results'], { cwd })).toMatchObject({ code, stdout });
    expect(stdout).toContain('  To judge them, or have Claude Code judge them, open the results in VS Code\n');
    // What nobody has judged has neither passed nor failed, in any format.
    expect(stdout).toMatch(/^ {2}\S+ · \$0\.12\n/m);
    const aggregate = JSON.parse((await runCli(['results', '--format', 'aggregate-result'], { cwd })).stdout);
    expect(aggregate).toMatchObject({ costUsd: 0.12, aggregates: { casesTotal: 2, casesPassed: 0 } });
    expect(aggregate.aggregates).not.toHaveProperty('overallScore');
    for (const run of aggregate.cases[0].arms.with) {
      expect(run).toMatchObject({ costUsd: 0.03, graders: [] });
      expect(run).not.toHaveProperty('passed');
    }
    // Next time, that is what it probably costs.
    const again = await evaluate('--dry-run', '--runs', '5');
    expect(again.stdout).toContain('Cost: ≈ $0.12 (from the costs of the last runs).');
    expect(again.stdout).toContain('Prompts run once in each arm, and not 5 times as cases do.\n');
    const one = await evaluate('evals/evals.json', '--case', 'two', '--arm', 'with', '--yes');
    expect(one.stderr).toContain('1 prompt of greet: with the skill\n');
  });

  test('a skill of a plugin is evaluated by the cases that name it, by its folder or its name', async () => {
    const calls = (name: string) =>
      `---\ntype: tool_used\ntool: Skill\ninput_match: '"skill":"(?:demo:)?${name}"'\n---\n`;
    const { cwd } = await machine({
      ...plugin,
      'skills/wave/SKILL.md': '---\ndescription: Waves. Use on Mondays\n---\nWave.\n',
      'skills/greet/evals/evals.json': JSON.stringify({ skill_name: 'greet', evals: [{ id: 1, prompt: 'Hi' }] }),
      'evals/hello/graders/uses-skill.md': calls('greet'),
    });
    const planned = async (written: string) => runCli(['eval', written, '--dry-run'], { cwd });
    const { stdout } = await planned('skills/greet');
    expect(stdout).toContain(
      '1 prompt of greet: each with the skill and without it\n1 case of demo: 1 run with the plugin',
    );
    for (const written of ['greet', 'demo:greet', 'skills/greet/SKILL.md'])
      expect(await planned(written)).toMatchObject({ code: 0, stdout });
    const none = await planned('wave');
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain(
      `No evaluations of this skill: no case in ${cwd}/evals invokes it or asks for its call`,
    );
  });

  test('calls that were denied are counted, in every format', async () => {
    const { evaluate, cwd } = await machine({
      ...plugin,
      'evals/hello/prompt.md': prompt.replace('Say it.', 'Say it. What is denied is said.'),
    });
    const { stdout, stderr } = await evaluate('evals/hello', '--yes');
    const advice = '2 calls denied: Read, Write. Allow `Read`, `Write` when it runs';
    expect(stderr).toContain(`hello: ${advice}\n`);
    expect(stdout).toContain(`      Advice: ${advice}\n`);
    const as = async (format: string) => (await runCli(['results', '--format', format], { cwd })).stdout;
    expect(JSON.parse(await as('json')).results[0].cases[0].runs[0].denied).toEqual({ Read: 1, Write: 1 });
    expect(await as('markdown')).toContain(`- ${advice}\n- Without the plugin: 2 calls denied: Read, Write\n`);
    expect(await as('junit')).toContain('<property name="denied" value="2 calls denied: Read, Write');
    expect(await as('aggregate-result')).not.toContain('calls denied');
  });

  test('Ctrl+C ends what runs, and keeps and prints what has ended', async () => {
    const waits = { 'evals/waits/prompt.md': prompt, 'evals/waits/graders/says.md': grader('x') };
    const { args, cwd, results } = await machine({ ...plugin, ...waits });
    const child = startCli(args('--yes'), { cwd });
    const pieces: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
    child.stdout.on('data', (piece) => (pieces.stdout += piece));
    child.stderr.on('data', (piece) => (pieces.stderr += piece));
    await expect.poll(() => pieces.stderr, { timeout: 20_000 }).toContain('waits run 1/1');
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(results()).toHaveLength(1);
    expect(pieces.stderr).toContain(
      `skillwright: Stopped. Completed results are in evals/results/${results()[0]}/aggregate-result.json\n`,
    );
    expect(pieces.stdout).toContain('✓ hello');
  });

  test.each([
    [['nowhere'], 'No such file or folder: nowhere'],
    [['skills'], 'No evaluations here: `skillwright new-eval` creates a case'],
    [['--case', 'helo'], 'No case or prompt here has this name: helo. Here are '],
    [['--format', 'grading'], '--format grading is for one run'],
    [['--allow-tools', 'Raed'], 'There is no tool Raed; did you mean Read?'],
    [['--allow-tools', 'Read', 'Write'], 'Separate tools by commas: --allow-tools Read,Write'],
    [['evals', '--allow-tools', 'Read', 'Bash(npm *)'], 'Separate tools by commas: --allow-tools Read,Bash(npm *)'],
    [['evals', 'skills'], 'Specify one path, not 2'],
    [['--runs', '0'], 'Enter a whole number from 1 to 50'],
    [['--max-budget-usd', '-1'], 'Enter an amount above 0'],
    [['--yes', '--claude', 'missing'], 'There is no program at '],
  ])('%j is rejected in one line', async (args, message) => {
    const { cwd, runner } = await machine();
    const { code, stdout, stderr } = await runCli(['eval', ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(runner.starts()).toEqual([]);
  });

  test('a runner that has no result, and a case that it rejects, are not a success', async () => {
    const broken = { 'evals/broken/prompt.md': '---\nnmae: x\n---\nhi\n', 'evals/broken/graders/x.md': grader('x') };
    const { evaluate } = await machine({ ...plugin, ...broken });
    const { stderr } = await evaluate('--dry-run', '--case', 'broken');
    expect(stderr).toContain('broken cannot run. The runner rejects its files');
    const { cwd } = await machine();
    const none = await runCli(['eval', '--yes', '--claude', '/bin/false'], { cwd });
    expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('could not be started') });
  });
});
