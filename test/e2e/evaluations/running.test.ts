import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { installFakeRunner } from '../../fake-runner.ts';
import type { ReplacingProgram } from '../../replacing-program.ts';
import { reviewedThemes } from '../host/theme.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { nameProgram } from '../preview/fake-program.ts';
import { Runs } from '../preview/runs-view.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { TestExplorer } from './test-explorer.ts';

/* Screenshots for review: .test-output/screenshots/evaluations-*. */

const grader = (pattern: string) => `---\ntype: regex\n---\n${pattern}\n`;
const prompt = '---\nruns: 1\n---\nSay it.\n';

const skills: PreparedSkills = {
  workspace: {
    '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Greets people" }',
    'skills/greet/SKILL.md': skill('Greets people. Use when the user says hello.', 'Read references/tone.md.'),
    'skills/greet/references/tone.md': 'Be warm.\nBe short.\nBe kind.\n',
    'skills/greet/references/never.md': 'Nobody reads this.\n',
    'skills/greet/scripts/greet.sh': 'echo hello\n',
    'evals/hello/prompt.md': prompt,
    'evals/hello/graders/greets.md': grader('Hello'),
    'evals/bye/prompt.md': prompt,
    'evals/bye/graders/says.md': grader('Goodbye'),
    'evals/waits/prompt.md': prompt,
    'evals/waits/graders/says.md': grader('.'),
  },
};

const vscode = vscodeWithSkills(skills, { sharedAs: 'evaluations' });
const explorer = () => new TestExplorer(vscode().workbench);
const fixed = () => path.join(vscode().workspace, 'evals/fixed');
let runner: ReplacingProgram;

beforeAll(async () => {
  runner = await installFakeRunner();
  await tryTwice(() => nameProgram(vscode(), runner.path));
  await vscode().workbench.openFile('skills/greet/SKILL.md');
});

beforeEach(async () => {
  rmSync(fixed(), { force: true });
  await explorer().open();
  await explorer().expand('demo');
});

/** Runs a case after agreeing. */
async function run(name: string, action?: string): Promise<void> {
  await explorer().run(name, action);
  await explorer().answer('Run');
}

test('evaluations are listed, with their cases and graders', async () => {
  await expect
    .poll(() => explorer().labels())
    .toEqual(['demo (plugin) (Not yet run)', 'bye (Not yet run)', 'hello (Not yet run)', 'waits (Not yet run)']);
  await explorer().expand('hello');
  await expect.poll(async () => (await explorer().labels()).join()).toContain('greets (regex) (Not yet run)');
});

test('the ways to test a skill begin with the evaluations that it has', async () => {
  const { workbench, page } = vscode();
  await workbench.openFile('skills/greet/SKILL.md');
  await workbench.runCommand('Skillwright: Test Skill…');
  const ways = page.locator('.quick-input-list .monaco-list-row');
  await expect.poll(() => ways.first().innerText()).toContain('demo (plugin)');
  expect(await ways.allInnerTexts()).toHaveLength(5);
  await workbench.answerQuickInput();
  await explorer().row('demo').first().waitFor();
});

test('nothing starts before the user has agreed to what it takes', async () => {
  const before = runner.starts().length;
  await explorer().run('bye');
  await expect
    .poll(() => explorer().question.innerText())
    .toMatch(/Run 2 sessions of Claude Code\?[\s\S]*Maximum: none/);
  await vscode().workbench.screenshot('evaluations-question');
  await explorer().answer('Set Maximum…');
  await vscode().workbench.answerQuickInput('2.50');
  await expect.poll(() => explorer().question.innerText()).toContain('Maximum: $2.5');
  await explorer().answer('Cancel');
  expect(runner.starts().length).toBe(before);
});

test('what the skill needs can be allowed for one run', async () => {
  await explorer().run('bye');
  await expect
    .poll(() => explorer().question.innerText())
    .toContain('may not use “Read”, which the skill “greet” needs');
  await explorer().answer('Allow Read');
  await expect
    .poll(() => explorer().question.innerText())
    .toContain('Sessions of bye may use “Read”, “Glob” and “Grep”');
  await explorer().answer('Run');
  await expect.poll(() => explorer().stateOf('bye')).toBe('Failed');
  const args = runner.starts().at(-1)!;
  expect(args[args.indexOf('--allow-tools') + 1]).toBe('Read');
});

test.runIf(isEveryTest)(
  'a grader that fails shows what was expected and what was there; fixed, it passes when failed ones run again',
  async () => {
    await run('bye');
    await expect.poll(() => explorer().stateOf('bye')).toBe('Failed');
    expect(runner.starts().at(-1)).toEqual(expect.arrayContaining(['--case', 'bye', '--no-publish']));
    await explorer().expand('bye');
    // VS Code shows a failure in the editor only while the list of results is not in sight.
    await vscode().workbench.runCommand('View: Hide Panel');
    await explorer().row('says').first().dblclick();
    await expect.poll(() => explorer().peek.innerText()).toContain('pattern not found in last_message');
    await vscode().workbench.screenshot('evaluations-failed');
    writeFileSync(fixed(), '');
    await vscode().workbench.runCommand('Test: Rerun Failed Tests');
    await explorer().answer('Run');
    await expect.poll(() => explorer().stateOf('bye')).toBe('Passed');
  },
);

test('cancelling ends what runs, and keeps what has ended', async () => {
  await run('waits');
  await expect.poll(() => explorer().isRunning('waits')).toBe(true);
  await expect.poll(() => vscode().workbench.page.locator('.part.panel').innerText()).toContain('waits run');
  await vscode().workbench.screenshot('evaluations-running');
  await vscode().workbench.runCommand('Test: Cancel Test Run');
  await expect.poll(() => explorer().isRunning('waits')).toBe(false);
  await expect.poll(() => explorer().stateOf('waits')).toBe('Skipped');
});

test.runIf(isEveryTest)('free graders alone grade the last run, and start nothing', async () => {
  await run('bye');
  await expect.poll(() => explorer().stateOf('bye')).toBe('Failed');
  const before = runner.starts().length;
  writeFileSync(path.join(vscode().workspace, 'evals/bye/graders/says.md'), grader('See you'));
  await explorer().runWith('bye', 'Run Free Graders Only');
  await expect.poll(() => explorer().stateOf('bye')).toBe('Passed');
  expect(runner.starts().length).toBe(before);
  writeFileSync(path.join(vscode().workspace, 'evals/bye/graders/says.md'), grader('Goodbye'));
});

test.runIf(isEveryTest)('debugging runs a case once, and opens the run', async () => {
  await run('hello', 'Debug Test');
  const runs = new Runs(vscode().workbench);
  await expect.poll(() => runs.steps.innerText()).toMatch(/Skill.*Read.*Bash.*Hello, Alex!/s);
  expect(runner.starts().at(-1)).toEqual(expect.arrayContaining(['--ablation', 'none', '--runs', '1']));
  await vscode().workbench.screenshot('evaluations-debug');
});

test.runIf(isEveryTest)('coverage shows which references were read and which scripts ran', async () => {
  await run('hello', 'Run Test with Coverage');
  await expect.poll(() => explorer().coverage.innerText()).toMatch(/tone\.md/);
  await vscode().workbench.screenshot('evaluations-coverage');
  await vscode().workbench.openFile('skills/greet/references/tone.md');
  await vscode().workbench.screenshot('evaluations-covered-file');
});

describe.runIf(isEveryTest)('the appearance', () => {
  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    await workbench.switchTheme(theme);
    await explorer().open();
    await workbench.screenshot('evaluations');
    await explorer().run('bye');
    await explorer().question.waitFor();
    await workbench.screenshot('evaluations-question');
    await explorer().answer('Cancel');
  });
});
