import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { writeTriggeringClaudeCode } from '../../triggering-claude-code.ts';
import { reviewedThemes } from '../host/theme.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { installFakeProgram, nameProgram } from '../preview/fake-program.ts';
import { Runs } from '../preview/runs-view.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { TestExplorer } from './test-explorer.ts';

/* Screenshots for review: .test-output/screenshots/case-*, conversion-* and triggering-*. */

const file = '.claude/skills/story/SKILL.md';
const set = '.claude/skills/story/evals/trigger-eval.json';

const skills: PreparedSkills = {
  workspace: {
    [file]: skill('Tells a story. Use when asked for one.', 'Tell $ARGUMENTS.', 'argument-hint: "[range]"\n'),
    '.claude/skills/notes/SKILL.md': skill('Takes notes. Use when asked for them.'),
    [set]: JSON.stringify([
      { query: 'Tell me a story skill:story', should_trigger: true },
      { query: 'Tell me another one skill:notes', should_trigger: true },
      { query: 'Delete the file', should_trigger: false },
      { query: '/story', should_trigger: true },
    ]),
    '.claude/skills/rests/SKILL.md': skill('Rests. Use when asked to rest.'),
    '.claude/skills/rests/evals/triggers.json': JSON.stringify([
      { query: 'skill:rests', should_trigger: true },
      { query: 'wait', should_trigger: true },
    ]),
    '.claude/skills/review/SKILL.md': skill('Reviews a diff. Use when asked for a review.'),
    '.claude/skills/review/triggers.json': JSON.stringify({
      cases: [
        { prompt: 'Look at one when:changes skill:review', should_trigger: true },
        { prompt: 'Look at another when:changes skill:review', should_trigger: true },
        { prompt: 'Delete it', should_trigger: false },
      ],
    }),
    '.claude/skills/notes/evals/evals.json': JSON.stringify({
      skill_name: 'notes',
      evals: [{ id: 1, prompt: 'Take notes', expectations: ['They are short'], files: ['evals/a.txt'] }],
    }),
  },
};

const vscode = vscodeWithSkills(skills, { sharedAs: 'evaluations' });
const view = () => new SkillsView(vscode().workbench);
const inWorkspace = (name: string) => path.join(vscode().workspace, name);
const text = (name: string) => readFileSync(inWorkspace(name), 'utf8');
const question = () => vscode().page.locator('.monaco-dialog-box');

beforeEach(async () => {
  await vscode().workbench.cancelQuestions();
  await vscode().workbench.closeEditors();
});

/** Types into the input box that asks for something. */
async function answer(asked: string, value: string): Promise<void> {
  const { page } = vscode();
  const box = page.locator('.quick-input-widget:visible', { hasText: asked });
  await box.waitFor();
  await box.locator('input').first().fill(value);
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' });
}

test('a case is created from a skill, opened, and undone', async () => {
  const { workbench } = vscode();
  await workbench.openFile(file);
  await workbench.runCommand('Skillwright: New Evaluation Case…');
  await answer('What does the user ask?', 'Tell me a story');
  await workbench.page.locator('.quick-input-widget:visible', { hasText: 'A model judges it' }).waitFor();
  await workbench.screenshot('case-criterion');
  await answer('A model judges it', '');
  await answer('The name of the case', 'story');
  const folder = '.claude/skills/story/evals/story';
  await workbench.editor.waitFor(inWorkspace(`${folder}/prompt.md`));
  expect(text(`${folder}/prompt.md`)).toContain('Tell me a story\n');
  expect(text(`${folder}/graders/uses-skill.md`)).toContain(`input_match: '"skill":"story"'`);
  await workbench.screenshot('case-created');
  await workbench.runCommand('Skillwright: Undo Last Skill Change');
  await expect.poll(() => existsSync(inWorkspace(folder))).toBe(false);
});

test('a case is created from a run, and asks for what happened in it', async () => {
  const { workbench } = vscode();
  const program = await installFakeProgram();
  await tryTwice(() => nameProgram(vscode(), program.path));
  const runs = new Runs(workbench);
  await runs.run(file, 'main..HEAD');
  await expect.poll(() => runs.state().innerText()).toMatch(/^Done/);
  await runs.open();
  await runs.row('/story').first().click({ button: 'right' });
  const menu = workbench.page.locator('.monaco-menu .action-label');
  await menu.filter({ hasText: 'New Evaluation Case from This Run…' }).waitFor();
  await workbench.screenshot('case-from-run');
  await menu.filter({ hasText: 'New Evaluation Case from This Run…' }).click();
  await answer('A model judges it', 'It names the file that changed');
  await answer('The name of the case', 'from-run');
  const folder = '.claude/skills/story/evals/from-run';
  await workbench.editor.waitFor(inWorkspace(`${folder}/prompt.md`));
  expect(text(`${folder}/prompt.md`)).toMatch(
    /allowed_tools: \[Read, Glob, Grep, Skill, Bash\]\n---\n\n\/story main\.\.HEAD\n/,
  );
  expect(text(`${folder}/graders/calls-bash.md`)).toContain('tool: Bash');
  expect(text(`${folder}/graders/criterion.md`)).toContain('It names the file that changed');
  rmSync(inWorkspace(folder), { recursive: true });
});

test('an evals.json is converted after what is only kept was said', async () => {
  const { workbench } = vscode();
  await workbench.openFile('.claude/skills/notes/evals/evals.json');
  await workbench.runCommand('Skillwright: Convert Evaluations…');
  await expect.poll(() => question().innerText()).toMatch(/Create a case\?[\s\S]*Kept: evaluation 1: .*“files”/);
  await workbench.screenshot('conversion-question');
  await view().answer('Convert');
  const folder = '.claude/skills/notes/evals/notes';
  await workbench.editor.waitFor(inWorkspace(`${folder}/eval-1/prompt.md`));
  expect(text(`${folder}/eval-1/graders/expectation-1.md`)).toContain('They are short');
  await workbench.runCommand('Skillwright: Undo Last Skill Change');
  await expect.poll(() => existsSync(inWorkspace(folder))).toBe(false);
});

describe('triggering', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillwright-triggering-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const starts = () => {
    const record = path.join(folder, 'starts.jsonl');
    return existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n').length : 0;
  };

  async function measure(): Promise<void> {
    const { workbench } = vscode();
    await workbench.openFile(set);
    await workbench.runCommand('Skillwright: Measure Triggering…');
    await view().pick('3 times');
    await answer('The maximum cost in US dollars', '5');
    await question().waitFor();
  }

  test('nothing starts before the user has agreed to what it takes', async () => {
    await tryTwice(() => nameProgram(vscode(), writeTriggeringClaudeCode(folder)));
    await measure();
    await expect
      .poll(() => question().innerText())
      .toMatch(
        /Measure how often Claude Code calls story\?[\s\S]*starts Claude Code 9 times[\s\S]*until the cost is \$5[\s\S]*“\/story” is not asked/,
      );
    await vscode().workbench.screenshot('triggering-question');
    await view().answer('Cancel');
    expect(starts()).toBe(0);
  });

  test('the report says how often each query triggered the skill, and what was called instead', async () => {
    const before = starts();
    await measure();
    await view().answer('Measure');
    const report = vscode().workbench.webview();
    await report.getByRole('heading', { name: 'Triggering of story' }).waitFor();
    const shown = () => report.locator('body').innerText();
    await expect
      .poll(shown)
      .toMatch(/The skill is listed in full\s[\s\S]*Precision 100\s%, recall 50\s%, 0 false triggers/);
    expect(await shown()).toMatch(
      /^Triggering of story\s+Called for 1 of 2 queries that should, 0 of 1 that should not/,
    );
    expect(await shown()).toMatch(/OK:\s+Called in 3 of 3 runs: “Tell me a story skill:story”/);
    expect(await shown()).toContain(
      'Problem: Called in 0 of 3 runs, and should be: “Tell me another one skill:notes” (test query). Instead: notes 3×',
    );
    await vscode().workbench.screenshot('triggering-result');
    expect(starts() - before).toBe(9);
  });

  test('the result can be read again later, and leads to the next measurement', async () => {
    const { workbench } = vscode();
    const before = starts();
    await workbench.closeEditors();
    await workbench.openFile(set);
    await workbench.runCommand('Skillwright: Measure Triggering…');
    await view().pick('Show the last result');
    await workbench.webview().getByRole('button', { name: 'Measure Again' }).click();
    await view().pick('Once');
    await workbench.cancelQuestions();
    expect(starts()).toBe(before);
  });

  test('canceled, the report has what was measured until then', async () => {
    const { workbench, page } = vscode();
    await workbench.openFile('.claude/skills/rests/evals/triggers.json');
    await page.locator('.editor-actions .codicon-target').first().click();
    await view().pick('Once');
    await answer('The maximum cost in US dollars', '');
    await view().answer('Measure');
    const progress = page.locator('.notification-toast', { hasText: 'Measuring how often rests is called' });
    await progress.getByText('1 of 2 runs').waitFor();
    await workbench.screenshot('triggering-progress');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    const report = workbench.webview().locator('body');
    await expect
      .poll(() => report.innerText())
      .toMatch(/Note:\s+Called in 0 of 0 runs: “wait”[\s\S]*1 of 2 runs[\s\S]*Not complete: It was canceled/);
  });

  test('a better description is shown, measured, and kept only if the user takes it', async () => {
    const { workbench, page } = vscode();
    const file = '.claude/skills/review/SKILL.md';
    const before = text(file);
    writeFileSync(path.join(folder, 'proposal.txt'), '<new_description>Reviews a diff or changes.</new_description>');
    const propose = async () => {
      await view().answer('Propose');
      await page.locator('.notification-toast', { hasText: 'the description that Claude Code proposes' }).waitFor();
      await expect
        .poll(() => page.locator('.editor-instance.diff-editor, .monaco-diff-editor').count())
        .toBeGreaterThan(0);
    };
    const decide = async (answer: string) => {
      await page.locator('.notification-toast').getByRole('button', { name: 'Measure It' }).click();
      await expect.poll(() => question().innerText()).toMatch(/Keep the new description\?[\s\S]*did better/);
      expect(text(file)).toContain('Reviews a diff or changes.');
      await view().answer(answer);
    };

    await workbench.openFile('.claude/skills/review/triggers.json');
    await workbench.runCommand('Skillwright: Measure Triggering…');
    await view().pick('Once');
    await answer('The maximum cost in US dollars', '5');
    await view().answer('Measure');
    const report = workbench.webview();
    await report.getByRole('heading', { name: 'Triggering of review' }).waitFor();
    await workbench.screenshot('triggering-improve');
    await report.getByRole('button', { name: 'Improve Description…' }).click();
    await expect.poll(() => question().innerText()).toMatch(/better description of review\?[\s\S]*started 1 time more/);
    await workbench.screenshot('improve-question');
    await propose();
    await workbench.screenshot('improve-diff');
    await decide('Cancel');
    await expect.poll(() => text(file)).toBe(before);

    await workbench.openFile(file);
    await workbench.runCommand('Skillwright: Improve Description…');
    await propose();
    await decide('Keep');
    await workbench.screenshot('improve-kept');
    await expect
      .poll(() => text(file))
      .toBe(before.replace('Reviews a diff. Use when asked for a review.', 'Reviews a diff or changes.'));
    await workbench.runCommand('Skillwright: Undo Last Skill Change');
    await expect.poll(() => text(file)).toBe(before);
  });

  test('the Test Explorer has trigger sets, and says which queries are missed', async () => {
    const { workbench } = vscode();
    const explorer = new TestExplorer(workbench);
    await explorer.open();
    const before = starts();
    await explorer.run('story (skill)');
    await expect.poll(() => explorer.question.innerText()).toMatch(/how often Claude Code calls story\?[\s\S]*9 times/);
    await workbench.screenshot('triggering-explorer-question');
    await explorer.answer('Measure');
    await expect.poll(() => explorer.labels(), { timeout: 30_000 }).toContain('story (skill) (Failed)');
    await explorer.expand('story (skill)');
    await explorer.expand('Triggering (trigger-eval.json)');
    expect(await explorer.stateOf('should: Tell me a story skill:story')).toBe('Passed');
    expect(await explorer.stateOf('should: Tell me another one skill:notes')).toBe('Failed');
    expect(await explorer.stateOf('should not: Delete the file')).toBe('Passed');
    // A run costs 25 cents, one may have begun before the maximum of a dollar was reached.
    expect([4, 5]).toContain(starts() - before);
    await workbench.screenshot('triggering-explorer');
    await workbench.runCommand('View: Show Explorer');
  });

  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    await workbench.switchTheme(theme);
    await measure();
    await view().answer('Measure');
    await workbench.webview().getByRole('heading', { name: 'Triggering of story' }).waitFor();
    await workbench.screenshot('triggering');
  });
});
