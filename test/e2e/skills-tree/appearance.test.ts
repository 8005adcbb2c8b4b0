import { beforeAll, describe, expect, test } from 'vitest';
import { reviewedThemes } from '../host/theme.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { everyTier } from './every-tier.ts';
import { vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

/* Screenshots for review: .test-output/screenshots/skills-tree-*. */

const vscode = vscodeWithSkills(everyTier, { sharedAs: 'tree' });

describe('the appearance of the tree', () => {
  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    const view = new SkillsView(workbench);
    await workbench.switchTheme(theme);
    await view.open();
    await view.row('release').waitFor();
    await expect.poll(async () => (await view.renderedRows()).join('\n')).toMatch(/pdf.* \| W2/);
    await workbench.screenshot('skills-tree');

    await expect.poll(() => view.tooltip('pdf')).toContain('columns');
    await workbench.screenshot('skills-tree-tooltip');

    await view.menu('release');
    await view.openMenu('release');
    await workbench.screenshot('skills-tree-menu');
    await workbench.cancelQuestions();
  });
});

describe('a narrow view', () => {
  beforeAll(async () => {
    await tryTwice(() => vscode().workbench.tidyUp('dark'));
    await vscode().page.setViewportSize({ width: 420, height: 800 });
  });

  test('truncates the description first', async () => {
    const { workbench } = vscode();
    const view = new SkillsView(workbench);
    await view.open();
    await view.row('release').waitFor();
    const right = async (part: string) => (await box(view, 'release', part)).right;
    await expect
      .poll(async () => (await right('.monaco-tl-contents')) - (await right('.label-name')))
      .toBeGreaterThan(0);
    await workbench.screenshot('skills-tree-narrow');
  });
});

async function box(view: SkillsView, row: string, part: string): Promise<{ right: number }> {
  const bounds = await view.row(row).locator(part).first().boundingBox();
  return { right: (bounds?.x ?? 0) + (bounds?.width ?? 0) };
}
