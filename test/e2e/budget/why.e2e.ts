import { expect, test } from 'vitest';
import { vscodeWithSkills } from '../skills-tree/preparedSkills.ts';
import { crowdedListing, smallBudget } from './crowdedListing.ts';

const vscode = vscodeWithSkills(crowdedListing, { environment: smallBudget });
const answer = () => vscode().workbench.webview().locator('main');

test('why a skill is not used, with the first thing to mend on top', async () => {
  const { workbench } = vscode();
  await workbench.openFile('.claude/skills/pdf/SKILL.md');
  await workbench.runCommand('Skillwright: Why Isn’t This Skill Used?');
  // The skill of the active editor is the first choice.
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'pdf' }).first().waitFor();
  await workbench.page.keyboard.press('Enter');
  await expect.poll(() => answer().locator('h1').innerText()).toContain('pdf');
  expect(await answer().locator('.verdict').innerText()).not.toBe('');
  const steps = await answer().locator('.steps > li').allInnerTexts();
  expect(steps.length).toBeGreaterThan(2);
  for (const step of steps) expect(step).toMatch(/^(OK|Problem|Note): /);
  await workbench.screenshot('why-unused');
});

test('a mend opens the place', async () => {
  const { workbench } = vscode();
  await answer().getByRole('button').first().click();
  await workbench.page.locator('.tab.active', { hasText: 'SKILL.md' }).waitFor();
});

test('why a skill is used too often, in the same page', async () => {
  const { workbench } = vscode();
  await workbench.runCommand('Skillwright: Why Is This Skill Used Too Often?');
  await workbench.answerQuickInput('notes');
  await expect.poll(() => answer().locator('h1').innerText()).toContain('notes');
  expect(await workbench.page.locator('.tab', { hasText: 'Why' }).count()).toBe(1);
  await workbench.screenshot('why-overused');
});
