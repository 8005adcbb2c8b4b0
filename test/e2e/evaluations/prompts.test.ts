import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { installFakeRunner } from '../../fake-runner.ts';
import type { ReplacingProgram } from '../../replacing-program.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { nameProgram } from '../preview/fake-program.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { TestExplorer } from './test-explorer.ts';

const skills: PreparedSkills = {
  workspace: {
    '.claude/skills/greet/SKILL.md': skill('Greets people. Use when the user says hello.'),
    '.claude/skills/greet/evals/evals.json': JSON.stringify(
      {
        skill_name: 'greet',
        evals: [
          {
            id: 1,
            prompt: 'Say hello to Alex; it makes files',
            expected_output: 'A warm greeting with the name',
            expectations: ['It has the name', 'It is warm'],
          },
        ],
      },
      undefined,
      2,
    ),
  },
};

const vscode = vscodeWithSkills(skills, { sharedAs: 'evaluations' });
const explorer = () => new TestExplorer(vscode().workbench);
let runner: ReplacingProgram;

beforeAll(async () => {
  runner = await installFakeRunner();
  await tryTwice(() => nameProgram(vscode(), runner.path));
  await vscode().workbench.openFile('.claude/skills/greet/SKILL.md');
});

beforeEach(async () => {
  await explorer().open();
  await explorer().expand('greet');
});

test('a prompt runs with the skill and without it, and a person judges what came of it', async () => {
  await explorer().run('1: Say hello to Alex; it makes files');
  await expect
    .poll(() => explorer().question.innerText())
    .toContain('1 prompt of greet: each with the skill and without');
  await explorer().answer('Run');
  const report = vscode().workbench.webview();
  await expect.poll(() => report.locator('body').innerText()).toContain('Results of greet');
  await expect
    .poll(() => report.locator('.run').innerText())
    .toMatch(/It has the name[\s\S]*answer\.md[\s\S]*A \*\*warm\*\* hello[\s\S]*Hi/);
  await expect.poll(() => report.locator('.run').innerText()).toMatch(/1 call denied: Bash npm test/);
  // What a run has made as a picture is drawn.
  const width = () => report.locator('html').evaluate('document.querySelector(".made img").naturalWidth');
  await expect.poll(width).toBe(1);
  await vscode().workbench.screenshot('evaluations-judge');
  expect(runner.starts().filter(([name]) => name === '-p')).toHaveLength(2);
  await explorer().open();
  await explorer().expand('1: Say hello to Alex; it makes files');
  await explorer().chooseFromMenu('It is warm', 'Mark as Not Met');
  await expect.poll(() => explorer().stateOf('It is warm')).toBe('Failed');
  await explorer().chooseFromMenu('It has the name', 'Mark as Met');
  await expect.poll(() => explorer().stateOf('It has the name')).toBe('Passed');
  await vscode().workbench.screenshot('evaluations-judged');
  const results = path.join(vscode().workspace, '.claude/skills/greet/evals/results');
  const kept = () => {
    const [name = ''] = existsSync(results) ? readdirSync(results) : [];
    const file = path.join(results, name, 'eval-1/with_skill/run-1/grading.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
  };
  await expect.poll(kept).toMatchObject({
    expectations: [
      { text: 'It is warm', passed: false },
      { text: 'It has the name', passed: true },
    ],
    summary: { passed: 1, failed: 1, total: 2 },
  });
});
