import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../host/accessibility.ts';
import { reviewedThemes } from '../host/theme.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { BudgetTab } from './budget-tab.ts';
import { BudgetView } from './budget-view.ts';
import { crowdedListing, smallBudget } from './crowded-listing.ts';

/* Screenshots for review: .test-output/screenshots/budget-* and why-*. */

const vscode = vscodeWithSkills(crowdedListing, { environment: smallBudget, sharedAs: 'budget' });

describe('the appearance of the budget', () => {
  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    const tab = new BudgetTab(workbench);
    await workbench.switchTheme(theme);
    const view = new BudgetView(workbench);
    await view.open();
    await tab.open();
    await tab.choose('review');
    await expect.poll(() => tab.detail('review').innerText()).toContain('checklist.md');
    await workbench.screenshot('budget');
    expect(await accessibilityProblems(tab.page), 'nobody is left out of the tab').toEqual([]);
    expect(await accessibilityProblems(view.page, 'sideBar'), 'nobody is left out of the view').toEqual([]);
  });
});

test('the budgets of other products that the settings name are in sight', async () => {
  const { workbench, workspace } = vscode();
  const tab = new BudgetTab(workbench);
  const settings = path.join(workspace, '.vscode/settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  await writeFile(settings, JSON.stringify({ 'skillwright.targets': ['codex'] }));
  try {
    await tab.open();
    await tab.page.getByText(/^OpenAI Codex: /).waitFor();
    await workbench.screenshot('budget-targets');
  } finally {
    await workbench.closeEditors();
    await rm(path.dirname(settings), { recursive: true });
  }
});

describe('a narrow window', () => {
  beforeAll(async () => {
    await tryTwice(() => vscode().workbench.tidyUp('dark'));
    await vscode().page.setViewportSize({ width: 640, height: 800 });
  });

  test('needs no horizontal scrolling, and shows the details in view', async () => {
    const { workbench } = vscode();
    const tab = new BudgetTab(workbench);
    const view = new BudgetView(workbench);
    await view.open();
    await tab.open();
    await tab.choose('review');
    for (const { page } of [tab, view]) {
      const overflow = 'document.body.scrollWidth - document.documentElement.clientWidth';
      await expect.poll(async () => Number(await page.locator('html').evaluate(overflow))).toBeLessThanOrEqual(0);
    }
    const height = 'document.documentElement.clientHeight';
    const below = `document.getElementById('detail-heading').getBoundingClientRect().bottom - ${height}`;
    await expect.poll(async () => Number(await tab.page.locator('html').evaluate(below))).toBeLessThan(0);
    await workbench.screenshot('budget-narrow');
  });
});
