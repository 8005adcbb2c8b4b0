import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../../server/src/catalog/settings/claude-code-state.ts';
import type { Script } from '../../transcripts/scripted-sessions.ts';
import { BudgetTab } from '../budget/budget-tab.ts';
import { accessibilityProblems } from '../host/accessibility.ts';
import { reviewedThemes } from '../host/theme.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { PastSessionPages, usedSkills, writeTranscripts } from './past-sessions.ts';

/* Screenshots for review: .test-output/screenshots/session-*. */

const vscode = vscodeWithSkills(usedSkills, { sharedAs: 'sessions' });
const pages = () => new PastSessionPages(vscode().workbench);
let script: Script;

beforeAll(() => {
  script = writeTranscripts(vscode());
});

beforeEach(() => vscode().workbench.closeEditors());

/** Opens a session of the workspace that loaded this skill, from the page about the skill. */
async function openSession(name: string): Promise<string> {
  await pages().openSkill(name);
  await pages().page.locator('.uses button').first().click();
  await pages()
    .heading(/^Session of /)
    .waitFor();
  return pages().fact('ID');
}

test('a session is told step by step, and a loaded text is compared with the one of today', async () => {
  const { workbench, workspace } = vscode();
  const file = path.join(workspace, '.claude/skills/notes/SKILL.md');
  await writeFile(file, (await readFile(file, 'utf8')).replace('Do the work', 'Do all of the work'));
  const id = await openSession('notes');
  const { steps } = script.sessions.get(id)!;
  await expect.poll(() => pages().steps.count()).toBeGreaterThanOrEqual(steps.length);
  const loaded = pages().page.locator('.step.loaded', { hasText: '/notes' }).first();
  await expect
    .poll(() => loaded.innerText())
    .toMatch(/Loaded by the (user|model).*characters, ≈ \d+ tokens.*Today 1 line more, 1 less/s);
  await loaded.getByRole('button', { name: 'Compare with today’s text' }).click();
  const tab = workbench.page.locator('.tab.active', { hasText: '↔ today' });
  await tab.waitFor();
  await workbench.page
    .locator('.monaco-diff-editor .view-line', { hasText: 'Do all of the work of notes' })
    .first()
    .waitFor();
  await workbench.screenshot('session-diff');
});

test('a session is chosen from a list, the newest first', async () => {
  const { workbench } = vscode();
  await pages().openSkill('review');
  await workbench.runCommand('Skillwright: Show Past Session…');
  const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
  await expect.poll(async () => (await rows.allInnerTexts()).join('\n')).toMatch(/uses? of |no skill used/);
  await workbench.screenshot('session-list');
  await workbench.answerQuickInput();
  await pages()
    .heading(/^Session of /)
    .waitFor();
  expect(script.sessions.has(await pages().fact('ID'))).toBe(true);
});

test('the budget shows how often each skill was used, and which never were', async () => {
  const { workbench } = vscode();
  await pages().openSkill('review');
  await workbench.closeEditors();
  const tab = new BudgetTab(workbench);
  await tab.open();
  const header = tab.table.getByRole('columnheader', { name: 'Used' });
  await header.waitFor();
  await expect.poll(() => tab.row('review')).toMatch(/Used \d+ times in past sessions, last on /);
  await tab.sortBy('Used');
  await expect.poll(async () => (await tab.rows())[0]).toMatch(/^idle, .*Never used in past sessions/);
  await workbench.screenshot('session-budget');
  await tab.page.locator('vscode-checkbox', { hasText: /^Never used \(1\)/ }).click();
  await expect.poll(async () => (await tab.rows()).length).toBe(1);
  await tab.choose('idle');
  await tab.detail('idle').getByRole('button', { name: 'Past sessions' }).click();
  await pages().heading('idle').waitFor();
  expect(await pages().page.locator('.summary').innerText()).toMatch(/^Never used in past sessions, although/);
});

describe('the appearance of past sessions', () => {
  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    await workbench.switchTheme(theme);
    await openSession('deploy');
    await workbench.screenshot('session-timeline');
    expect(await accessibilityProblems(pages().page)).toEqual([]);
    await pages().openSkill('deploy');
    await workbench.screenshot('session-skill');
    expect(await accessibilityProblems(pages().page)).toEqual([]);
  });

  test('in a narrow window', async () => {
    const { workbench, page } = vscode();
    await page.setViewportSize({ width: 560, height: 800 });
    for (const open of [() => openSession('deploy'), () => pages().openSkill('deploy')]) {
      await open();
      const overflow = 'document.body.scrollWidth - document.documentElement.clientWidth';
      await expect
        .poll(async () => Number(await pages().page.locator('html').evaluate(overflow)))
        .toBeLessThanOrEqual(0);
      await workbench.screenshot('session-narrow');
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

test('reading shows how far it is, and can be stopped in the view and on the page', async () => {
  const { workbench, home, workspace } = vscode();
  const view = new SkillsView(workbench);
  await pages().openSkill('review');
  // As large as it is, it takes no place on the disk.
  const huge = path.join(home, '.claude/projects', projectSlug(workspace), 'huge.jsonl');
  await writeFile(huge, '');
  await truncate(huge, 20_000_000_000);
  try {
    await view.open();
    await expect.poll(() => view.message()).toMatch(/^Reading past sessions: [\d,]+ of [\d,]+ MB$/);
    await workbench.screenshot('session-reading');
    await view.press('Stop Reading Past Sessions');
    await expect.poll(() => view.message()).toBe('');

    await workbench.closeEditors();
    await workbench.openFile('.claude/skills/triage/SKILL.md');
    await workbench.runCommand('Skillwright: Show Past Sessions of This Skill');
    await pages()
      .page.getByText(/^Reading past sessions: [\d,]+ of/)
      .waitFor();
    await pages().page.getByRole('button', { name: 'Stop' }).click();
    await pages().page.getByText('Reading was stopped').waitFor();
  } finally {
    await rm(huge);
  }
  await pages().page.getByRole('button', { name: 'Read Again' }).click();
  await pages().heading('triage').waitFor();
});

test('sessions that are gone, and none at all, are said', async () => {
  const { workbench, home, workspace } = vscode();
  const id = await openSession('triage');
  const projects = path.join(home, '.claude/projects');
  await rm(path.join(projects, projectSlug(workspace), `${id}.jsonl`));
  // Another tab hides the page, which is created again.
  await workbench.openFile('.claude/skills/triage/SKILL.md');
  await workbench.page.locator('.tab', { hasText: 'Session of' }).click();
  await pages().page.getByText('There is no transcript of this session. Claude Code deletes old ones.').waitFor();
  await workbench.screenshot('session-gone');

  await rm(projects, { recursive: true });
  await pages().openSkill('triage');
  await pages().page.getByText('There are no past sessions').waitFor();
  await workbench.runCommand('Skillwright: Show Past Session…');
  await workbench.page.getByPlaceholder('There are no transcripts of past sessions').waitFor();
  await workbench.cancelQuestions();
});
