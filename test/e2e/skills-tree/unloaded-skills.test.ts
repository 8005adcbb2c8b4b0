import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { BudgetTab } from '../budget/budget-tab.ts';
import { BudgetView } from '../budget/budget-view.ts';
import { PreviewPanel } from '../preview/preview-panel.ts';
import { publicFiles, publicPlugin } from '../repository/public-repository.ts';
import { sampleRepository } from '../repository/sample-repository.ts';
import { vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

/* The sample, and next to it a plugin that people have published, if a copy is available. */
const vscode = vscodeWithSkills(
  { workspace: { ...sampleRepository.workspace, ...publicFiles('published') } },
  { sharedAs: 'tree' },
);
const publicSkills = publicPlugin?.skills.length ?? 0;
const view = () => new SkillsView(vscode().workbench);
const rows = async () => (await view().renderedRows()).join('\n');

test('a person who opens a repository of skills sees them without any setting', async () => {
  await view().open();
  await view().row('In this repository').waitFor();
  // The tree is rendered again when the plugins have been read.
  await expect.poll(rows).toMatch(/^Project {2}0/m);
  await expect.poll(rows).toContain(`In this repository  ${6 + publicSkills} · not loaded`);
  await expect.poll(rows).toMatch(/^ {2}Plugin: office {2}3 · plugins\/office$/m);
  await expect
    .poll(rows)
    .toMatch(/^ {2}Plugin: broken {2}1 · refused · plugins\/broken|^ {2}Plugin: broken {2}1 · refused/m);
  await expect.poll(rows).toMatch(/not valid JSON/);
  if (publicPlugin) await expect.poll(rows).toContain(`  Plugin: ${publicPlugin.name}  ${publicSkills} · published`);
  await view().expand('skills');
  await expect.poll(rows).toMatch(/^ {4}notes {2}Keeps meeting notes/m);
  await view().expand('Plugin: office');
  await expect.poll(rows).toMatch(/^ {4}office:pdf {2}Reads PDF files/m);
  await expect.poll(() => view().tooltip('office:pdf')).toContain('Once it is installed');
  expect(existsSync(path.join(vscode().workspace, '.vscode'))).toBe(false);
});

test.runIf(isEveryTest)('the preview has the name that a plugin gives', async () => {
  const panel = new PreviewPanel(vscode().workbench);
  await panel.open('plugins/office/skills/pdf/SKILL.md', '/office:pdf');
  await panel.field.fill('a.pdf');
  await panel.choose('Exact text');
  await expect.poll(() => panel.text()).toContain('Read a.pdf.');
  await expect.poll(() => panel.page.locator('body').innerText()).toContain('once the plugin office is installed');
  await panel.open('skills/notes/SKILL.md', '/notes');
  if (publicPlugin) {
    const { name, skills } = publicPlugin;
    await panel.open(`published/skills/${skills[0]}/SKILL.md`, `/${name}:${skills[0]}`);
    await expect.poll(() => panel.page.locator('body').innerText()).toContain(`once the plugin ${name} is installed`);
  }
});

test('the budget begins with what is there once it is installed, and tells what each plugin would take', async () => {
  const { workbench } = vscode();
  const [tab, view] = [new BudgetTab(workbench), new BudgetView(workbench)];
  await view.open();
  await expect.poll(() => view.page.locator('main').innerText()).toContain('columns once installed');
  expect(await view.page.locator('main').innerText()).not.toContain('None of your skills');
  await tab.open();
  await expect.poll(() => tab.banner.innerText()).toMatch(/What if: with .*Plugin: office.*Now: /s);
  await workbench.screenshot('repository-budget');
  await tab.resetWhatIf();
  await tab.page.getByText('None of your skills are listed').waitFor();
  const before = await view.used();
  const plugin = tab.page.getByRole('checkbox', { name: 'Plugin: office' });
  if (!(await plugin.isVisible())) await tab.page.locator('.what-if > summary').click();
  if (publicPlugin) await tab.page.getByRole('checkbox', { name: `Plugin: ${publicPlugin.name}` }).waitFor();
  const included = async () => {
    if (!(await plugin.isChecked())) await plugin.press('Space');
    return plugin.isChecked();
  };
  await expect.poll(included, { interval: 1_000 }).toBe(true);
  await expect.poll(() => tab.banner.innerText()).toContain('What if: with Plugin: office');
  await expect.poll(() => tab.row('office:pdf')).toMatch(/^office:pdf, In this repository, \d+ columns/);
  expect(await view.used()).toBe(before);
  await tab.resetWhatIf();
  await expect.poll(() => plugin.isChecked()).toBe(false);
});
