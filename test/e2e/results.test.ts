import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installFakeRunner } from '../fake-runner.ts';
import { accessibilityProblems } from './host/accessibility.ts';
import { repositoryRoot } from './host/repository.ts';
import { reviewedThemes } from './host/theme.ts';
import { tryTwice } from './host/vscode-for-tests.ts';
import { nameProgram } from './preview/fake-program.ts';
import { skill, vscodeWithSkills } from './skills-tree/prepared-skills.ts';
import { SkillsView } from './skills-tree/skills-view.ts';

const recorded = (name: string) =>
  readFileSync(path.join(repositoryRoot, 'test/fixtures/evaluation-results', `${name}.json`), 'utf8');

/** A trace that the runner kept. */
const temporary = mkdtempSync(path.join(tmpdir(), 'skillwright-results-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
const trace = path.join(temporary, 'claude-eval-BSvUi5/out/trace.jsonl');
mkdirSync(path.dirname(trace), { recursive: true });
const message = { content: [{ type: 'text', text: 'hello Alex, hello Bob! 👋' }] };
writeFileSync(trace, JSON.stringify({ type: 'assistant', message }));

const last = recorded('with-and-without').replaceAll('/tmp/recorded/claude-eval-BSvUi5/out/trace.jsonl', trace);
/** A case whose runs passed and failed in this order, with and without the plugin. */
const repeated = (name: string, withIt: readonly boolean[], without: readonly boolean[]) => {
  const run = (passed: boolean) => ({
    ...{ score: passed ? 1 : 0.5, passed, costUsd: passed ? 0.031 : 0.024, durationSeconds: passed ? 12 : 9 },
    graders: [
      { name: 'names', passed: true },
      {
        ...{ name: 'friendly', passed, explanation: `judge votes: ${passed ? 'PASS FAIL PASS' : 'FAIL FAIL PASS'}` },
        ...{ judgeVotes: [passed, false, true], evidence: passed ? 'hello Alex!' : 'Good day.' },
      },
    ],
  });
  const graders = [
    { name: 'names', type: 'regex', config: { pattern: 'Alex', match: 'contains' } },
    { name: 'friendly', type: 'llm', graderMarkdown: 'The greeting is friendly', config: { focus: 'last_message' } },
  ];
  return { name, dir: `evals/${name}`, graders, arms: { with: withIt.map(run), without: without.map(run) } };
};
const [yes, no] = [true, false];
const repeatedResult = (modelOverride: string, day: string, writes: readonly boolean[]) =>
  JSON.stringify({
    schemaVersion: 1,
    ...{ claudeVersion: '2.1.332', startedAt: `2026-11-${day}T10:00:00.000Z`, durationSeconds: 300, costUsd: 0.62 },
    suite: { plugins: [{ name: 'mail', version: '2.0.0' }], modelOverride },
    cases: [
      repeated('greets', [yes, yes, yes, yes, yes], [no, yes, no, no, no]),
      repeated('writes', writes, [no, no, yes, no, no]),
      repeated('refuses', [yes, yes, yes, yes, yes], [no, no, no, no, no]),
    ],
  });
const results = 'evals/results';
const unjudged = '{"eval_id": 1, "eval_name": "Ocean", "prompt": "Which ocean?", "assertions": ["Names the ocean"]}';
const vscode = vscodeWithSkills({
  workspace: {
    '.claude-plugin/plugin.json': '{ "name": "office", "version": "1.2.0" }',
    'skills/greet/SKILL.md': skill('Greets people. Use when the user says hello'),
    'evals/greets/prompt.md': 'Say hello to Alex and Bob.\n',
    'evals/greets/graders/names.md': '---\ntype: regex\nflags: i\n---\nalex.*bob\n',
    [`${results}/2026-11-24T18-44-09-003Z/aggregate-result.json`]: recorded('cost-ceiling').replaceAll(
      '2026-11-25T18:44:09',
      '2026-11-24T18:44:09',
    ),
    [`${results}/2026-11-25T18-43-49-138Z/aggregate-result.json`]: last,
    'demo/.claude-plugin/plugin.json': '{ "name": "demo" }',
    'demo/skills/greet/SKILL.md': skill('Greets people. Use when the user says hello'),
    'demo/evals/hello/prompt.md': 'Say hello.\n',
    'demo/evals/hello/graders/greets.md': '---\ntype: regex\n---\nHello\n',
    'demo/evals/results/2026-11-25T18-43-49-138Z/aggregate-result.json': JSON.stringify({
      suite: { plugins: [{ name: 'demo' }] },
      startedAt: '2026-11-25T18:43:49.138Z',
      cases: [{ name: 'hello', dir: 'evals/hello', arms: { with: [{ passed: false, score: 0, costUsd: 0.02 }] } }],
    }),
    'early/aggregate-result.json': recorded('ended-early'),
    'mail/.claude-plugin/plugin.json': '{ "name": "mail" }',
    'mail/evals/greets/prompt.md': 'Say hello.\n',
    'mail/evals/results/2026-11-23T10-00-00-000Z/aggregate-result.json': repeatedResult('sonnet', '23', [
      yes,
      yes,
      yes,
    ]),
    'mail/evals/results/2026-11-24T10-00-00-000Z/aggregate-result.json': repeatedResult('haiku', '24', [yes, yes, yes]),
    'mail/evals/results/2026-11-25T10-00-00-000Z/aggregate-result.json': repeatedResult('sonnet', '25', [
      ...[yes, no, yes, no, yes],
    ]),
    'broken/aggregate-result.json': '{\n  "costUsd": "much",\n  "cases": [{ "name": "cut off", "arms": {',
    'pdf-workspace/iteration-1/ocean/eval_metadata.json': unjudged,
    'pdf-workspace/iteration-1/ocean/with_skill/outputs/answer.md': 'The Pacific is the largest.',
    'pdf-workspace/iteration-1/ocean/with_skill/outputs/chart.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="teal"/></svg>',
    'pdf-workspace/iteration-1/ocean/with_skill/outputs/same.txt': 'Same',
    'pdf-workspace/iteration-1/ocean/old_skill/outputs/answer.md': 'I do not know.',
    'pdf-workspace/iteration-1/ocean/old_skill/outputs/same.txt': 'Same',
  },
});
const page = () => vscode().workbench.webview();
const shownCase = (name: string) => page().locator('details.case', { has: page().locator('.name', { hasText: name }) });

beforeAll(() => {
  const { workspace } = vscode();
  const git = (date: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: workspace,
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  git('', 'init', '-q', '-b', 'main');
  git('', 'add', 'skills', '.claude-plugin', 'demo/skills', 'demo/.claude-plugin');
  git('2026-11-24T10:00:00Z', 'commit', '-qm', 'Greet people');
  git('', 'add', 'evals/greets');
  git('2026-11-25T10:00:00Z', 'commit', '-qm', 'Evaluate greetings');
});

describe('results of evaluations', () => {
  test('open from a case, with its graders in all arms', async () => {
    const { workbench } = vscode();
    await workbench.openFile('evals/greets/prompt.md');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await expect.poll(() => page().locator('h1').innerText()).toBe('Results of office 1.2.0');
    await expect.poll(() => shownCase('greets').getAttribute('open')).not.toBeNull();
    const names = shownCase('greets').locator('tr', { hasText: 'names' });
    await expect.poll(() => names.innerText()).toContain('pattern not found in last_message');
    expect(await names.innerText()).toMatch(/2 of 2 passed[\s\S]*0 of 2 passed/);
    expect(await shownCase('greets').locator('summary .arms').first().innerText()).toMatch(
      /1\.00[\s\S]*0\.67[\s\S]*\+0\.33/,
    );
  });

  test('have the output of a run next to its verdicts', async () => {
    const { workbench } = vscode();
    await shownCase('greets').locator('.run-list > summary').click();
    const run = shownCase('greets').locator('.run').first();
    await expect.poll(() => run.locator('pre').innerText()).toBe('hello Alex, hello Bob! 👋');
    expect(await run.locator('.verdicts').innerText()).toContain('judge votes: PASS PASS PASS');
    await workbench.screenshot('results-runs');
  });

  test('have a history with the revisions that they are of', async () => {
    const rows = page().locator('section', { hasText: 'History' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.first().innerText()).toMatch(/\(shown\)[\s\S]*1 of 5 cases passed[\s\S]*Evaluate greetings/);
    expect(await rows.last().innerText()).toMatch(
      /0 of 3 cases passed, 1 ended early, 1 stopped, not all were run[\s\S]*Greet people/,
    );
  });

  test('have an earlier result as the old version beside them', async () => {
    const { workbench } = vscode();
    await page()
      .getByRole('button', { name: /^Show as Old Version/ })
      .click();
    await expect.poll(() => shownCase('greets').locator('summary').first().innerText()).toContain('Old version');
    const names = shownCase('greets').locator('tbody tr', { hasText: 'names' }).first();
    await expect.poll(() => names.locator('td').count()).toBe(4);
    // The link has been replaced, but the keyboard stays in the page.
    await expect.poll(() => page().locator('html').evaluate('document.activeElement.tagName')).toBe('H1');
    await workbench.screenshot('results-compared');
  });

  test('are as they were when the page was hidden', async () => {
    const { workbench } = vscode();
    await workbench.openFile('skills/greet/SKILL.md');
    await workbench.page.locator('.tab', { hasText: 'Results: office' }).click();
    await expect.poll(() => shownCase('greets').getAttribute('open')).not.toBeNull();
    await expect.poll(() => page().locator('header').innerText()).toContain('Old version: ');
    // By keyboard, too.
    await shownCase('writes').locator('summary').first().press('Enter');
    await expect.poll(() => shownCase('writes').innerText()).toContain('cannot pass with the granted tools');
    await shownCase('writes').locator('summary').first().press('Enter');
    await expect.poll(() => shownCase('writes').getAttribute('open')).toBeNull();
  });

  test.each(reviewedThemes)('appear in the theme %s', async (theme) => {
    const { workbench } = vscode();
    await workbench.switchTheme(theme);
    await shownCase('greets').waitFor();
    await page().locator('section', { hasText: 'History' }).locator('tbody tr').first().waitFor();
    await workbench.screenshot('results');
    expect(await accessibilityProblems(page())).toEqual([]);
  });

  test('are exported', async () => {
    const { workbench, workspace } = vscode();
    await workbench.runCommand('Skillwright: Export Results…');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'JUnit' }).click();
    const file = path.join(workspace, 'evaluation-results.xml');
    const input = workbench.page.locator('.quick-input-widget input:visible').first();
    await expect.poll(() => input.inputValue()).toContain('evaluation-results.xml');
    await workbench.answerQuickInput();
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('<testsuites name="office" tests="15"');
  });

  test('of repeated runs say how sure they are, and only those that failed are shown if asked', async () => {
    const { workbench } = vscode();
    await workbench.openFile('mail/evals/results/2026-11-25T10-00-00-000Z/aggregate-result.json');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await expect.poll(() => page().locator('h1').innerText()).toBe('Results of mail 2.0.0');
    const header = page().locator('header');
    await expect.poll(() => header.innerText()).toContain('Since last time: writes no longer passes');
    expect(await header.innerText()).toContain('2 of 3 cases passed, 1 failed');
    const statistics = page().getByRole('region', { name: 'Repeated runs' });
    expect(await statistics.innerText()).toMatch(/Better with the plugin than without it[\s\S]*p < 0\.001/);
    expect(await statistics.locator('tbody tr').first().innerText()).toMatch(/13 of 15[\s\S]*87\s%[\s\S]*0\.93 ± /);
    expect(await statistics.innerText()).toContain('friendly in writes (3 of 5 passed');
    const models = page().getByRole('region', { name: 'Models' });
    expect(await models.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^sonnet/),
      expect.stringMatching(/^haiku/),
    ]);
    await workbench.screenshot('results-repeated');
    await page().getByRole('region', { name: 'History' }).scrollIntoViewIfNeeded();
    await workbench.screenshot('results-models');
    const names = () => page().locator('details.case:visible .name').allInnerTexts();
    expect(await names()).toEqual(['greets', 'writes', 'refuses']);
    await page().locator('vscode-checkbox', { hasText: 'Only failed' }).click();
    await expect.poll(names).toEqual(['writes']);
    await shownCase('writes').locator('summary').first().click();
    await expect.poll(() => shownCase('writes').innerText()).toContain('The greeting is friendly');
    expect(await shownCase('writes').locator('tr', { hasText: 'friendly' }).innerText()).toContain('flaky');
    await shownCase('writes').locator('.run-list > summary').click();
    const judged = shownCase('writes').locator('.run', { hasText: 'run 2' }).first();
    await expect.poll(() => judged.innerText()).toMatch(/What the model judged:\s*Good day\./);
    await workbench.screenshot('results-only-failed');
    expect(await accessibilityProblems(page())).toEqual([]);
    // The page is made again when it was hidden.
    await workbench.openFile('skills/greet/SKILL.md');
    await workbench.page.locator('.tab', { hasText: 'Results: mail' }).click();
    await expect.poll(names).toEqual(['writes']);
  });

  test('say why runs ended early', async () => {
    const { workbench } = vscode();
    await workbench.openFile('early/aggregate-result.json');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    const aborted = 'the model\'s call violates expect: project = "prod" is not "demo"';
    await expect.poll(() => page().locator('header').innerText()).toContain('Stopped at the maximum cost');
    // What an earlier try opened stays open.
    const open = async (name: string, summary: string) => {
      const details = shownCase(name).locator(summary).first();
      if ((await details.locator('..').getAttribute('open')) === null) await details.click();
    };
    await open('guarded', 'summary');
    await expect
      .poll(() => shownCase('guarded').locator('.body').innerText())
      .toContain(`With plugin: 1 of 2 runs: aborted by the mock tracker/list_issues: ${aborted}`);
    await open('guarded', '.run-list > summary');
    await expect
      .poll(() => shownCase('guarded').locator('.run').first().innerText())
      .toContain(`Aborted by the mock tracker/list_issues: ${aborted}`);
    await open('unfinished', 'summary');
    await open('unfinished', '.run-list > summary');
    await expect
      .poll(() => shownCase('unfinished').locator('.run').last().innerText())
      .toMatch(/^Stopped[\s\S]*Stopped at the maximum cost, before a model judged it/);
    await workbench.screenshot('results-ended-early');
    expect(await accessibilityProblems(page())).toEqual([]);
  });

  test('that are broken say where, and show what can be read', async () => {
    const { workbench, workspace } = vscode();
    await workbench.openFile('broken/aggregate-result.json');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await expect.poll(() => page().locator('.problems').innerText()).toContain('The file is not valid JSON here');
    expect(await page().locator('.cases').innerText()).toContain('cut off');
    await workbench.screenshot('results-broken');
    await page()
      .getByRole('button', { name: /aggregate-result\.json:3/ })
      .click();
    await workbench.page.locator('.tab.active', { hasText: 'aggregate-result.json' }).waitFor();
    expect(workspace).not.toBe('');
  });

  test('that are deleted are no longer shown, and that is said', async () => {
    const { workspace } = vscode();
    await rm(path.join(workspace, 'broken'), { recursive: true });
    await vscode().workbench.page.locator('.tab', { hasText: 'Evaluation Results' }).click();
    await expect.poll(() => page().locator('main').innerText()).toContain('These results no longer exist.');
    await vscode().workbench.screenshot('results-gone');
  });

  test('that nobody has judged are beside the output', async () => {
    const { workbench } = vscode();
    await workbench.openFile('pdf-workspace/iteration-1/ocean/eval_metadata.json');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await expect.poll(() => page().locator('h1').innerText()).toBe('Results of pdf');
    const made = (name: string) => shownCase('Ocean').getByRole('region', { name, exact: true });
    await expect
      .poll(() => made('answer.md').locator('.line').allInnerTexts())
      .toEqual([
        expect.stringMatching(/\+\s*The Pacific is the largest\./),
        expect.stringMatching(/−\s*I do not know\./),
      ]);
    expect(await made('same.txt').innerText()).toMatch(/All runs made the same\s*Same/);
    // A picture is drawn, and the other arm has none.
    const width = () => page().locator('html').evaluate('document.querySelector(".made img").naturalWidth');
    await expect.poll(width).toBe(120);
    expect(await made('chart.svg').innerText()).toContain('Not made');
    const history = page().locator('section', { hasText: 'History' });
    await expect.poll(() => history.innerText()).toContain('0 of 1 case passed, 1 not judged');
    await workbench.screenshot('results-unjudged');
    expect(await accessibilityProblems(page())).toEqual([]);
  });

  test('are judged on the page, with a reason, and the keyboard stays where it is', async () => {
    const { workbench, workspace } = vscode();
    const grading = path.join(workspace, 'pdf-workspace/iteration-1/ocean/with_skill/grading.json');
    const kept = async () => JSON.parse(await readFile(grading, 'utf8').catch(() => '{}')) as unknown;
    const button = (name: string) => shownCase('Ocean').getByRole('button', { name, exact: true });
    await button('Met: Names the ocean, With skill').press('Enter');
    await expect.poll(kept).toMatchObject({ expectations: [{ text: 'Names the ocean', passed: true }] });
    await expect.poll(() => shownCase('Ocean').locator('summary').first().innerText()).toContain('1.00');
    await expect
      .poll(() => page().locator('html').evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Met: Names the ocean, With skill');
    await button('Why: Names the ocean, With skill').click();
    await workbench.page.locator('.quick-input-widget input:visible').first().waitFor();
    await workbench.answerQuickInput('It says Pacific');
    await expect.poll(kept).toMatchObject({
      expectations: [{ passed: true, evidence: 'A person has marked it as met: It says Pacific' }],
    });
    await expect.poll(() => shownCase('Ocean').locator('.run').innerText()).toMatch(/judged by you\s*It says Pacific/);
    await button('Not Met: Names the ocean, Old version').click();
    await expect.poll(() => shownCase('Ocean').locator('.run').innerText()).toMatch(/Not met judged by you/);
    await workbench.screenshot('results-judged');
    expect(await accessibilityProblems(page())).toEqual([]);
    await button('Compare answer.md').click();
    await workbench.page.locator('.tab.active', { hasText: 'answer.md: Old version ↔ With skill' }).waitFor();
  });

  test('are judged by a model after the user has agreed, which is said, and what a person has said stays', async () => {
    const { workbench, workspace } = vscode();
    const runner = await installFakeRunner();
    await tryTwice(() => nameProgram(vscode(), runner.path));
    const run = (arm: string) => path.join(workspace, 'pdf-workspace/iteration-1/ocean', arm);
    await rm(path.join(run('old_skill'), 'grading.json'));
    await workbench.openFile('pdf-workspace/iteration-1/ocean/eval_metadata.json');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await expect.poll(() => shownCase('Ocean').locator('.run').innerText()).toContain('Not judged');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    const press = () => page().getByRole('button', { name: 'Judge with Claude Code…' }).click();
    await press();
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Judge statements' }).click();
    await expect.poll(() => dialog.innerText()).toContain('1 statement without a verdict, in 1 run of 1 case');
    await workbench.screenshot('results-judge-question');
    expect(runner.starts()).toEqual([]);
    await dialog.locator('.monaco-button', { hasText: /^Run$/ }).click();
    await expect
      .poll(() => shownCase('Ocean').locator('.run').innerText())
      .toMatch(/Not met judged by a model: claude-opus-5\s*It names an ocean or not/);
    expect(await shownCase('Ocean').locator('.run').innerText()).toMatch(/Met judged by you\s*It says Pacific/);

    // There is nothing else left to choose.
    await press();
    await expect
      .poll(() => dialog.innerText())
      .toContain('1 pair of outputs of 1 case, compared blindly, each in both orders');
    await dialog.locator('.monaco-button', { hasText: /^Run$/ }).click();
    const comparison = shownCase('Ocean').getByRole('region', { name: 'Blind comparison' });
    await expect.poll(() => comparison.innerText()).toContain('With skill was preferred in both orders');
    expect(runner.starts().filter(([name]) => name === '-p')).toHaveLength(3);
    await workbench.screenshot('results-judged-by-model');
    expect(await accessibilityProblems(page())).toEqual([]);
  });
});

test('an old version of the plugin runs after the user has agreed, and is next to what was shown', async () => {
  const { workbench, workspace } = vscode();
  const runner = await installFakeRunner();
  await tryTwice(() => nameProgram(vscode(), runner.path));
  await workbench.openFile('demo/evals/hello/prompt.md');
  await workbench.runCommand('Skillwright: Open Evaluation Results');
  await expect.poll(() => page().locator('h1').innerText()).toBe('Results of demo');
  await page().getByRole('button', { name: 'Run Old Version…' }).click();
  await new SkillsView(workbench).pick('HEAD');
  const dialog = workbench.page.locator('.monaco-dialog-box');
  await expect.poll(() => dialog.innerText()).toContain('The case hello with the plugin as it was in HEAD');
  // Three runs, as of every case that does not say how many.
  expect(await dialog.innerText()).toContain('≈ $0.06');
  expect(runner.starts()).toEqual([]);
  await workbench.screenshot('results-old-version-question');
  await dialog.locator('.monaco-button', { hasText: /^Run$/ }).click();
  await expect.poll(() => shownCase('hello').locator('summary').first().innerText()).toContain('Old version');
  await expect.poll(() => page().locator('header').innerText()).toContain('Old version: ');
  const rows = page().locator('section', { hasText: 'History' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.last().innerText()).toContain('Evaluate greetings');
  await workbench.screenshot('results-old-version');
  const [started] = runner.starts();
  expect(started).toEqual(expect.arrayContaining(['--case', 'hello', '--ablation', 'none']));
  // The copy of the plugin, outside of the workspace.
  expect(started![2]).toMatch(/skillwright-scratch-.*[\\/]demo$/);
  expect(started![2]).not.toContain(workspace);
});

describe('a narrow window', () => {
  beforeAll(async () => {
    await tryTwice(() => vscode().workbench.tidyUp('dark'));
    await vscode().page.setViewportSize({ width: 560, height: 900 });
  });

  test('needs no horizontal scrolling', async () => {
    const { workbench } = vscode();
    await workbench.openFile('evals/greets/prompt.md');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await shownCase('greets').locator('tr', { hasText: 'names' }).waitFor();
    const overflow = 'document.body.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(async () => Number(await page().locator('html').evaluate(overflow))).toBeLessThanOrEqual(0);
    await workbench.screenshot('results-narrow');
    await workbench.openFile('mail/evals/results/2026-11-25T10-00-00-000Z/aggregate-result.json');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await page().getByRole('region', { name: 'Models' }).waitFor();
    await expect.poll(async () => Number(await page().locator('html').evaluate(overflow))).toBeLessThanOrEqual(0);
    await workbench.screenshot('results-narrow-repeated');
  });

  test('has what both arms have made below each other', async () => {
    const { workbench } = vscode();
    await workbench.openFile('pdf-workspace/iteration-1/ocean/eval_metadata.json');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await shownCase('Ocean').locator('.difference').first().waitFor();
    const overflow = 'document.body.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(async () => Number(await page().locator('html').evaluate(overflow))).toBeLessThanOrEqual(0);
    await shownCase('Ocean').locator('.difference').first().scrollIntoViewIfNeeded();
    await workbench.screenshot('results-narrow-outputs');
  });
});
