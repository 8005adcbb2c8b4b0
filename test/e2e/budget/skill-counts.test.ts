import { describe, expect, test } from 'vitest';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { BudgetView } from './budget-view.ts';

function skills(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, number) => `skill-${String(number + 1).padStart(3, '0')}`);
  const text = (name: string) => skill(`Does the work of ${name}. Use when ${name} is named.`);
  return Object.fromEntries(names.map((name) => [`.claude/skills/${name}/SKILL.md`, text(name)]));
}

describe('without skills', () => {
  const vscode = vscodeWithSkills({});

  test('the view says so and offers to create one', async () => {
    const view = new BudgetView(vscode().workbench);
    await view.open();
    await expect.poll(() => view.page.locator('.empty').innerText()).toContain('None of your skills are listed');
    await view.page.getByRole('button', { name: 'Create a Skill' }).waitFor();
    expect(await view.statusItem.count()).toBe(0);
    await vscode().workbench.screenshot('budget-empty');
  });
});

describe('with 3 skills', () => {
  const vscode = vscodeWithSkills({ workspace: skills(3) });

  test('all are shown in full, and the status bar has no item', async () => {
    const view = new BudgetView(vscode().workbench);
    await view.open();
    await view.choose('skill-002');
    expect(await view.detail('skill-002').innerText()).toContain('The model sees the whole text.');
    expect(await view.statusItem.count()).toBe(0);
  });
});

describe('with 300 skills', () => {
  const vscode = vscodeWithSkills({ workspace: skills(300) });

  test('the list can be navigated by keyboard, and renders only visible rows', async () => {
    const { page } = vscode();
    const view = new BudgetView(vscode().workbench);
    await view.open();
    await view.list.focus();
    await page.keyboard.press('End');
    await expect.poll(async () => (await view.rows()).length).toBeLessThan(40);
    const active = await view.list.getAttribute('aria-activedescendant');
    const last = view.page.locator(`[id="${active}"]`);
    expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'));
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => view.page.locator('.detail').innerText()).toContain('The model sees');
    await vscode().workbench.screenshot('budget-300');
  });
});
