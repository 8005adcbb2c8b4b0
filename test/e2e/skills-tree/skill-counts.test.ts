import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { BudgetTab } from '../budget/budget-tab.ts';
import { BudgetView } from '../budget/budget-view.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { skill, vscodeWithSkills, writeFiles } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

function skills(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, number) => `skill-${String(number + 1).padStart(3, '0')}`);
  const text = (name: string) => skill(`Does the work of ${name}. Use when ${name} is named.`);
  return Object.fromEntries(names.map((name) => [`.claude/skills/${name}/SKILL.md`, text(name)]));
}

const vscode = vscodeWithSkills({}, { sharedAs: 'tree' });
const view = () => new SkillsView(vscode().workbench);

/** Leaves only so many skills, all of them in the project. */
async function haveSkills(count: number): Promise<void> {
  const { workspace, home, workbench } = vscode();
  await rm(path.join(home, '.claude/skills'), { recursive: true, force: true });
  await rm(path.join(workspace, '.claude/skills'), { recursive: true, force: true });
  writeFiles(workspace, skills(count));
  await workbench.closeEditors();
  await view().open();
  await workbench.runCommand('Skillwright: Refresh Skills');
  await view()
    .pane.locator('.monaco-list-row', { hasText: `${count} · .claude/skills` })
    .first()
    .waitFor();
}

describe('without skills', () => {
  test.runIf(isEveryTest)('the listing budget below the empty tree says so, without scrolling', async () => {
    const budget = new BudgetView(vscode().workbench);
    await view().open();
    await budget.open();
    await expect.poll(() => budget.page.locator('.empty').innerText()).toContain('None of your skills are listed');
    await expect.poll(() => budget.isInView(budget.page.getByRole('button', { name: 'Open Budget' }))).toBe(true);
    expect(await budget.page.getByRole('button').allInnerTexts(), 'the tree offers to create one').toEqual([
      'Open Budget',
    ]);
    await expect.poll(() => budget.statusItem.count()).toBe(0);
    await vscode().workbench.screenshot('budget-empty');
  });

  test('the tree offers to create one', async () => {
    await view().open();
    await expect.poll(() => view().welcome()).toContain('No skills were found');
    await expect.poll(() => view().renderedRows()).toEqual([]);
    await vscode().workbench.screenshot('skills-tree-empty');
  });

  test('the tree shows the first one that is created', async () => {
    const { workspace, workbench } = vscode();
    // A failed attempt may have created it.
    await rm(path.join(workspace, '.claude/skills'), { recursive: true, force: true });
    await workbench.runCommand('Skillwright: Refresh Skills');
    await view().pane.getByRole('button', { name: 'New Skill', exact: true }).click();
    await view().nameNewSkill('first-steps', 'Steps to follow');
    await vscode().workbench.screenshot('new-skill-place');
    await view().pick('Project');
    await vscode().workbench.editor.waitFor(path.join(workspace, '.claude/skills/first-steps/SKILL.md'));
    await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('first-steps');
    await expect.poll(() => view().welcome()).toBe('');
  });

  test.runIf(isEveryTest)('the tree shows one that appears on disk', async () => {
    const file = path.join(vscode().home, '.claude/skills/found/SKILL.md');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, skill('Found later. Use when found.'));
    await vscode().workbench.runCommand('Skillwright: Refresh Skills');
    await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('found');
  });
});

describe('with 3 skills', () => {
  beforeAll(() => tryTwice(() => haveSkills(3)));

  test('all are visible in the tree', async () => {
    await expect.poll(async () => (await view().renderedRows()).join('\n')).toMatch(/skill-001.*skill-002.*skill-003/s);
  });

  test('all are listed in full, and the status bar has no item', async () => {
    const budget = new BudgetView(vscode().workbench);
    await budget.open();
    await budget.page.getByText('All shown in full').waitFor();
    await expect.poll(() => budget.statusItem.count()).toBe(0);
  });
});

describe('with 300 skills', () => {
  beforeAll(() => tryTwice(() => haveSkills(300)));

  test('the tree can be navigated by keyboard', async () => {
    const rowsAfter = async (key: string) => {
      await view().key(key);
      return (await view().renderedRows()).join('\n');
    };
    await expect.poll(() => rowsAfter('Home')).toContain('skill-001');
    await expect.poll(() => rowsAfter('End')).toContain('skill-300');
  });

  test.runIf(isEveryTest)('the tree can be filtered', async () => {
    await view().press('Filter Skills');
    await (await view().question()).fill('skill-29');
    const names = async () =>
      (await view().renderedRows())
        .join('\n')
        .match(/^ *skill-\d+/gm)
        ?.sort();
    await expect.poll(names).toEqual(Array.from({ length: 10 }, (_, index) => `  skill-29${index}`));
    await vscode().workbench.screenshot('tree-filtered');
    await vscode().workbench.cancelQuestions();
  });

  test('the budget can be navigated by keyboard, and renders only visible rows', async () => {
    const { page, workbench } = vscode();
    const budget = new BudgetTab(workbench);
    await budget.open();
    const active = async () =>
      budget.page.locator(`[id="${await budget.table.getAttribute('aria-activedescendant')}"]`);
    const isAtEnd = async () => {
      await budget.table.press('End');
      const index = await (await active()).getAttribute('aria-rowindex', { timeout: 5_000 });
      return index === (await budget.table.getAttribute('aria-rowcount'));
    };
    await expect.poll(isAtEnd).toBe(true);
    await expect.poll(async () => (await budget.rows()).length).toBeLessThan(60);
    // What is typed in the table goes to the filter, and the arrow key back to the table.
    await page.keyboard.type('skill-299');
    await expect.poll(async () => (await budget.rows()).join()).toMatch(/^skill-299,/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => budget.detail('skill-299').innerText()).toContain('The model sees');
    await workbench.screenshot('budget-300');
    await page.keyboard.press('Enter');
    await workbench.editor.waitFor('/.claude/skills/skill-299/SKILL.md');
  });
});
