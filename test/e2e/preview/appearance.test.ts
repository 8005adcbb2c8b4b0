import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../host/accessibility.ts';
import { reviewedThemes } from '../host/theme.ts';
import { writeToWorkspace } from '../skills/sample-workspace.ts';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { PreviewPanel } from './preview-panel.ts';
import { previewedSkills, reviewFile } from './previewed-skills.ts';

/* Screenshots for review: .test-output/screenshots/preview-*. */

async function takePictures(panel: PreviewPanel, take: (name: string) => Promise<string>): Promise<void> {
  await panel.open(reviewFile, '/review');
  await panel.field.fill('main..HEAD "only tests"');
  await panel.choose('Rendered');
  await panel.rendered.locator('.span.argument', { hasText: 'main..HEAD' }).first().waitFor();
  await take('rendered');
  await panel.choose('Exact text');
  await panel.exact
    .getByRole('link', { name: /^main\.\.HEAD: / })
    .first()
    .waitFor();
  await take('exact');
  await panel.choose('Messages');
  await expect.poll(() => panel.page.locator('.messages').innerText()).toContain('What changes');
  await take('messages');
  await panel.choose('After /compact');
  await expect.poll(() => panel.page.locator('.verdict').innerText()).toContain('The whole text stays');
  await take('compaction');
}

const vscode = vscodeWithSkills(previewedSkills, { sharedAs: 'preview' });

describe('the appearance of the preview', () => {
  beforeAll(() => vscode().page.setViewportSize({ width: 1500, height: 1000 }));

  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    await workbench.switchTheme(theme);
    const panel = new PreviewPanel(workbench);
    const problems: string[] = [];
    await takePictures(panel, async (view) => {
      problems.push(...(await accessibilityProblems(panel.page)));
      return workbench.screenshot(`preview-${view}`);
    });
    const hidden = '.claude/skills/hidden-one/SKILL.md';
    await writeToWorkspace(vscode(), hidden, skill('Hides. Use on Mondays.', 'Hide.', 'user-invocable: false\n'));
    await panel.open(hidden, '/hidden-one');
    await panel.notice.or(panel.banner).locator('code').first().waitFor();
    problems.push(...(await accessibilityProblems(panel.page)));
    await workbench.screenshot('preview-hidden');
    expect(problems, 'nobody is left out').toEqual([]);
  });
});

describe('a narrow preview', () => {
  beforeAll(async () => {
    await vscode().workbench.tidyUp('dark');
    await vscode().page.setViewportSize({ width: 640, height: 900 });
  });

  test('needs no horizontal scrolling', async () => {
    const { workbench } = vscode();
    const panel = new PreviewPanel(workbench);
    await workbench.runCommand('View: Close Primary Side Bar');
    await takePictures(panel, (view) => workbench.screenshot(`preview-narrow-${view}`));
    for (const tab of ['Rendered', 'Exact text', 'Messages', 'After /compact'] as const) {
      await panel.choose(tab);
      const view = panel.page.locator('.view:visible');
      const measure = (it: { scrollWidth: number; clientWidth: number }) => it.scrollWidth - it.clientWidth;
      expect(await view.evaluate(measure as unknown as () => number)).toBeLessThanOrEqual(0);
    }
  });
});
