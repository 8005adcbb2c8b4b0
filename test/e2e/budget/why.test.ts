import { expect, test } from 'vitest';
import { accessibilityProblems } from '../host/accessibility.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { crowdedListing, smallBudget } from './crowded-listing.ts';

const vscode = vscodeWithSkills(crowdedListing, { environment: smallBudget, sharedAs: 'budget' });
const answer = () => vscode().workbench.webview().locator('main');

test('why a skill is not used, with the first problem to fix on top', async () => {
  const { workbench } = vscode();
  await workbench.openFile('.claude/skills/pdf/SKILL.md');
  await workbench.runCommand('Skillwright: Why Is This Skill Used, or Not?');
  // The skill of the active editor is meant: nothing is asked.
  await expect
    .poll(() => answer().locator('h1').allInnerTexts())
    .toEqual(["Why isn't pdf used?", 'Why is pdf used too often?']);
  expect(await answer().locator('.verdict').first().innerText()).not.toBe('');
  const steps = () => answer().locator('.steps').first().locator('> li').allInnerTexts();
  await expect.poll(async () => (await steps()).length).toBeGreaterThan(2);
  for (const step of await steps()) expect(step).toMatch(/^(OK|Problem|Note):\s/);
  await workbench.screenshot('why');
  expect(await accessibilityProblems(workbench.webview())).toEqual([]);
});

test('what was typed is compared with the descriptions', async () => {
  const { workbench } = vscode();
  const field = answer().getByRole('textbox', { name: 'What you typed' });
  await field.fill('paint my bicycle');
  await field.press('Enter');
  await answer().getByRole('heading', { name: 'Does what you typed fit pdf?' }).waitFor();
  expect(await answer().locator('.verdict').first().innerText()).toContain(
    'mentions none of the words paint and bicycle',
  );
  expect(await field.inputValue()).toBe('paint my bicycle');
  await workbench.screenshot('why-typed');
  expect(await accessibilityProblems(workbench.webview())).toEqual([]);
});

test('a fix opens the location', async () => {
  const { workbench } = vscode();
  await answer().locator('.actions').getByRole('button').first().click();
  await workbench.page.locator('.tab.active', { hasText: 'SKILL.md' }).waitFor();
});

test('another skill, on the same page', async () => {
  const { workbench } = vscode();
  await workbench.closeEditors();
  await workbench.runCommand('Skillwright: Why Is This Skill Used, or Not?');
  await workbench.answerQuickInput('notes');
  await expect.poll(() => answer().locator('h1').first().innerText()).toContain('notes');
  await expect.poll(() => workbench.page.locator('.tab', { hasText: 'Why' }).count()).toBe(1);
  await workbench.screenshot('why-without-problem');
});
