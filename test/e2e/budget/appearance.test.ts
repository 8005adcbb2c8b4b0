import { beforeAll, describe, expect, test } from 'vitest';
import type { Theme } from '../host/theme.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { BudgetView } from './budget-view.ts';
import { crowdedListing, smallBudget } from './crowded-listing.ts';

/* Screenshots for review: .test-output/screenshots/budget-* and why-*. */

const vscode = vscodeWithSkills(crowdedListing, { environment: smallBudget, sharedAs: 'budget' });

describe('the appearance of the budget', () => {
  beforeAll(() => vscode().page.setViewportSize({ width: 1100, height: 1500 }));

  test.each<Theme>(['light', 'dark', 'high-contrast', 'high-contrast-light'])('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    const view = new BudgetView(workbench);
    await workbench.switchTheme(theme);
    await workbench.openFile('.claude/skills/review/SKILL.md');
    await view.open();
    await view.enlarge();
    await view.choose('review');
    await expect.poll(() => view.detail('review').innerText()).toContain('checklist.md');
    await workbench.screenshot('budget');
  });
});

describe('a narrow view', () => {
  beforeAll(async () => {
    await vscode().workbench.tidyUp('dark');
    await vscode().page.setViewportSize({ width: 420, height: 1000 });
  });

  test('needs no horizontal scrolling', async () => {
    const { workbench } = vscode();
    const view = new BudgetView(workbench);
    await view.open();
    await view.enlarge();
    await view.choose('review');
    await expect.poll(() => view.detail('review').innerText()).toContain('checklist.md');
    const html = view.page.locator('html');
    const measure = (page: { scrollWidth: number; clientWidth: number }) =>
      [page.scrollWidth, page.clientWidth] as const;
    const [scrolled, seen] = await html.evaluate(measure as unknown as () => readonly [number, number]);
    expect(scrolled).toBeLessThanOrEqual(seen);
    await workbench.screenshot('budget-narrow');
  });
});
