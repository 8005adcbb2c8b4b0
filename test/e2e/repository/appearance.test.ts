import { describe, expect, test } from 'vitest';
import { reviewedThemes } from '../host/theme.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { sampleRepository } from './sample-repository.ts';

/* Screenshots for review: .test-output/screenshots/repository-*. */

describe('the appearance of a repository of skills', () => {
  const vscode = vscodeWithSkills(sampleRepository, {
    sharedAs: 'repository',
    theme: 'light',
    viewport: { width: 1100, height: 1200 },
  });

  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    const view = new SkillsView(workbench);
    await workbench.switchTheme(theme);
    await view.open();
    await view.row('In this repository').waitFor();
    for (const group of ['Plugin: office', 'skills']) await view.expand(group);
    await view.row('office:pdf').waitFor();
    await view.row('notes').waitFor();
    await workbench.screenshot('repository');
    await expect.poll(() => view.tooltip('Plugin: office')).toContain('once the plugin is installed');
    await workbench.screenshot('repository-tooltip');
  });
});

describe('a narrow view', () => {
  const vscode = vscodeWithSkills(sampleRepository, {
    sharedAs: 'repository',
    theme: 'dark',
    viewport: { width: 420, height: 800 },
  });

  test('shows the names first', async () => {
    const { workbench } = vscode();
    const view = new SkillsView(workbench);
    await view.open();
    await view.row('In this repository').waitFor();
    await workbench.screenshot('repository-narrow');
    await expect.poll(async () => (await view.renderedRows()).join('\n')).toContain('Plugin: office');
  });
});
