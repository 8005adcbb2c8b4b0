import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReplacingProgram } from '../../replacing-program.ts';
import { accessibilityProblems } from '../host/accessibility.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { installFakeProgram, nameProgram, session } from './fake-program.ts';
import { PreviewPanel } from './preview-panel.ts';
import { Runs } from './runs-view.ts';

const file = (name: string) => `.claude/skills/${name}/SKILL.md`;

const skills: PreparedSkills = {
  workspace: {
    [file('story')]: skill('Tells a story. Use on Mondays.', 'Tell $ARGUMENTS.', 'argument-hint: "[range]"\n'),
    [file('waits')]: skill('Waits. Use on Mondays.'),
    [file('denied')]: skill('Pushes. Use on Mondays.'),
  },
};

const vscode = vscodeWithSkills(skills, { sharedAs: 'preview' });
const runs = () => new Runs(vscode().workbench);
let program: ReplacingProgram;

beforeAll(async () => {
  program = await installFakeProgram();
  await tryTwice(() => nameProgram(vscode(), program.path));
});

beforeEach(() => new PreviewPanel(vscode().workbench).clean());

test('a run shows each step, in the tool call in which it happened, and what it took', async () => {
  const { workbench } = vscode();
  await runs().run(file('story'), 'main..HEAD "a b"');
  await expect.poll(() => runs().state().innerText()).toMatch(/^Done/);
  await runs().page.getByRole('heading', { name: 'Looking at the diff' }).waitFor();
  // The page gets the parts in portions.
  const text = () => runs().steps.innerText();
  await expect
    .poll(text)
    .toMatch(/SessionStart.*Thinking.*Count changes.*Agent.*The tests cover the change\..*Read.*failed/s);
  await expect.poll(text).toMatch(/misleading/);
  expect(await runs().page.locator('[onerror], img').count()).toBe(0);
  const inside = runs().step('Review the tests').locator('.steps');
  await expect.poll(() => inside.innerText()).toContain('The tests cover the change.');
  await expect.poll(() => runs().page.getByRole('region', { name: 'Result' }).innerText()).toMatch(/\$0\.04.*340 out/s);

  // By keyboard: one step is reached by Tab, the others by the arrow keys.
  const summary = runs().step('Count changes').locator('summary');
  await summary.press('Enter');
  await runs().page.getByText('1 file changed').first().waitFor();
  await summary.press('ArrowDown');
  await expect.poll(() => runs().page.locator('summary:focus').innerText()).toContain('Review the tests');
  await workbench.screenshot('run');
  expect(await accessibilityProblems(runs().page)).toEqual([]);

  await runs().open();
  await expect.poll(() => runs().row('/story').first().getAttribute('aria-label')).toMatch(/done.*\$0\.04.*today/);
  await workbench.screenshot('runs');
});

test('what is denied can be allowed, and is done by the next run', async () => {
  const { workspace } = vscode();
  const settings = path.join(workspace, '.claude/settings.local.json');
  await rm(settings, { force: true });
  await runs().run(file('denied'), '');
  await expect.poll(() => runs().state().innerText()).toMatch(/^Incomplete.*1 denied/s);
  await runs()
    .page.getByText('Denied git push origin main')
    .or(runs().page.getByText('Bash: git push origin main'))
    .first()
    .waitFor();
  await runs()
    .button(/^Allow This: Bash\(git push origin main\)/)
    .click();
  const panel = new PreviewPanel(vscode().workbench);
  await expect.poll(() => panel.question.innerText()).toContain('.claude/settings.local.json');
  await vscode().workbench.screenshot('run-denied');
  expect(await panel.question.innerText()).toContain('every command that begins with git push');
  await panel.answer('Allow Only This');
  await expect
    .poll(() => existsSync(settings) && readFileSync(settings, 'utf8'))
    .toContain('"Bash(git push origin main)"');
  await runs().button('Run Again').click();
  await runs().page.getByText('It is pushed.').waitFor();
});

test('what the settings of a workspace allow counts only once the user has agreed', async () => {
  const { workbench, workspace } = vscode();
  const settings = path.join(workspace, '.vscode/settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  const modes = () => program.starts().map((args) => args[args.indexOf('--permission-mode') + 1]);
  await writeFile(settings, '{ "skillwright.claudeCode.permissionMode": "bypassPermissions" }');
  try {
    const panel = new PreviewPanel(workbench);
    await workbench.openFile(file('denied'));
    const askedFirst = async () => {
      await workbench.cancelQuestions();
      await workbench.runCommand('Skillwright: Run Skill…');
      return panel.question.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    // VS Code takes a moment to notice the file. The question comes before those about the run.
    await expect.poll(askedFirst, { interval: 500 }).toBe(true);
    expect(await panel.question.innerText()).toMatch(/permissionMode is "bypassPermissions"/);
    expect(await panel.question.innerText()).toContain('.vscode/settings.json');
    await workbench.screenshot('run-rights');
    const before = program.starts().length;
    await panel.answer('Run Without Them');
    await runs().answer('');
    await runs().choose('In Editor');
    await expect.poll(() => program.starts().length).toBeGreaterThan(before);
    expect(modes().at(-1)).not.toBe('bypassPermissions');
    // The answer holds for these values only.
    await writeFile(settings, '{ "skillwright.claudeCode.permissionMode": "acceptEdits" }');
    const asked = async () => {
      await expect.poll(() => runs().state().innerText()).toMatch(/^(Incomplete|Done)/);
      await runs().button('Run Again').click();
      return panel.question.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(asked, { interval: 500 }).toBe(true);
    await panel.answer('Use Them');
    await expect.poll(() => modes().at(-1)).toBe('acceptEdits');
  } finally {
    await rm(path.dirname(settings), { recursive: true, force: true });
  }
});

test('a run is live, can be stopped, and is there after a reload until it is deleted', async () => {
  const { workbench, page } = vscode();
  await runs().run(file('waits'), '');
  await runs().page.getByText('Working on it').waitFor();
  await expect.poll(() => runs().state().innerText()).toMatch(/^Running/);
  await runs().button('Stop').click();
  await expect.poll(() => runs().state().innerText()).toMatch(/^Stopped/);
  await page.evaluate('globalThis.before = true');
  // VS Code stores its state when the window reloads.
  await workbench.runCommand('Developer: Reload Window');
  await page.waitForFunction('globalThis.before === undefined');
  await workbench.ready();
  await runs().page.getByText('Working on it').waitFor({ timeout: 60_000 });
  await expect.poll(() => runs().state().innerText()).toMatch(/^Stopped/);
  await workbench.runCommand('Skillwright: Delete Run');
  await runs().page.getByText('This run was deleted.').waitFor();
});

test('a terminal gets the arguments as they are', async () => {
  const { workbench } = vscode();
  const before = program.starts().length;
  await runs().run(file('story'), `"$(touch was-run)" 'a' \`b\` %PATH% ; & | > x \\ !1`, 'In Terminal');
  await expect.poll(() => program.starts().length).toBe(before + 1);
  expect(program.starts().at(-1)).toEqual([`/story "$(touch was-run)" 'a' \`b\` %PATH% ; & | > x \\ !1`]);
  await workbench.runCommand('Terminal: Kill All Terminals');
});

test('a run goes on: with other arguments, another model, in a terminal, and in its transcript', async () => {
  const { workbench, page } = vscode();
  await runs().run(file('denied'), 'at first');
  const title = () => runs().page.getByRole('heading', { level: 1 }).innerText();
  const ended = (invocation: string) =>
    expect.poll(async () => `${await title()} ${await runs().state().innerText()}`).toMatch(`${invocation} Done`);
  await ended('/denied at first');
  await runs().button('Other Arguments…').click();
  await runs().answer('and again');
  await ended('/denied and again');
  await runs().button('Another Model…').click();
  await runs().choose('haiku');
  await expect.poll(() => program.starts().at(-1)?.join(' ')).toContain('--model haiku');
  await ended('/denied and again');
  await workbench.runCommand('Skillwright: Open Transcript');
  await page.locator('.tab.active', { hasText: `${session}.jsonl` }).waitFor();
  await workbench.runCommand('View: Close Editor');
  await runs().button('Resume in Terminal').click();
  await expect.poll(() => program.starts().at(-1)).toEqual(['--resume', session]);
  await workbench.runCommand('Terminal: Kill All Terminals');
});

test('without Claude Code, nothing is asked, and the message says what to do', async () => {
  const { workbench, page } = vscode();
  await nameProgram(vscode(), '/nowhere/claude');
  const notification = page.locator('.notification-toast', { hasText: '/nowhere/claude' });
  const isMissing = async () => {
    await workbench.openFile(file('story'));
    await workbench.runCommand('Skillwright: Run Skill…');
    const isSaid = await notification.waitFor({ timeout: 15_000 }).then(
      () => true,
      () => false,
    );
    if (!isSaid) await workbench.cancelQuestions();
    return isSaid;
  };
  // VS Code notices a moment after the settings were saved which program they name.
  await expect.poll(isMissing, { timeout: 60_000 }).toBe(true);
  await notification.getByRole('button', { name: 'Install Claude Code' }).waitFor();
  await workbench.screenshot('run-missing');
  await notification.getByRole('button', { name: 'Open Setting' }).click();
  await page.locator('.tab.active', { hasText: 'Settings' }).waitFor();
  await workbench.closeEditors();
  await nameProgram(vscode(), '');
});
