import { afterEach, beforeAll, expect, test } from 'vitest';
import { everyTier } from './every-tier.ts';
import { vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

const vscode = vscodeWithSkills(everyTier, { sharedAs: 'tree' });

/** Commands that ask with a list when no file of a skill is open, and what they ask. */
const questions = [
  ['Open Skill', 'Select a skill to open'],
  ['Preview Invocation with Arguments', 'Select a skill to preview'],
  ['Run Skill…', 'Select a skill to run'],
  ['Why Is This Skill Used, or Not?', 'Select the skill that is used too rarely or too often'],
  ['Share or Package…', 'Select a skill to share'],
  ['Export Skill as ZIP File…', 'Select a skill to export'],
  ['Test Skill…', 'Select a skill to test'],
  ['Review Trust', 'Select what to review'],
  ['Import Skill…', 'What do you want to import?'],
  ['Group Skills By…', 'Group skills by'],
  ['Open Rule Page…', 'Select a rule to read about'],
] as const;

beforeAll(async () => {
  await vscode().workbench.closeEditors();
  await new SkillsView(vscode().workbench).open();
});

afterEach(() => vscode().workbench.cancelQuestions());

test.each(questions)('%s asks with a row that Enter takes', async (command, question) => {
  const { workbench, page } = vscode();
  await workbench.runCommand(`Skillwright: ${command}`);
  await page.locator(`.quick-input-widget:visible input[placeholder="${question}"]`).waitFor();
  await page.locator('.quick-input-widget:visible .monaco-list-row.focused').waitFor();
});

test('a command that nothing applies to says so, and asks nothing', async () => {
  const { workbench } = vscode();
  await workbench.runCommand('Skillwright: Ready to Publish?');
  await expect
    .poll(() => workbench.notifications())
    .toEqual([expect.stringContaining('A skill is published as part of a plugin')]);
  await workbench.clearNotifications();
});
