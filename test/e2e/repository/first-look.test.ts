import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BudgetView } from '../budget/budget-view.ts';
import { PreviewPanel } from '../preview/preview-panel.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { sampleRepository } from './sample-repository.ts';

const vscode = vscodeWithSkills(sampleRepository);
const view = () => new SkillsView(vscode().workbench);
const budget = () => new BudgetView(vscode().workbench);
const rows = async () => (await view().renderedRows()).join('\n');
/** The budget may have taken the space of the tree. */
const uncollapse = async () => {
  const header = vscode().page.locator('.pane-header[aria-label^="Skills"]');
  if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
  await view().row('In this repository').waitFor();
};
const expand = async (label: string) => {
  if ((await view().row(label).getAttribute('aria-expanded')) === 'false') {
    await view().select(label);
    await view().key('ArrowRight');
  }
};

test('a person who opens a repository of skills sees them without any setting', async () => {
  await view().open();
  await view().row('In this repository').waitFor();
  expect(await rows()).toMatch(/^Project {2}0/m);
  expect(await rows()).toMatch(/^In this repository {2}6 · not loaded$/m);
  expect(await rows()).toMatch(/^ {2}Plugin: office {2}3 · plugins\/office$/m);
  expect(await rows()).toMatch(
    /^ {2}Plugin: broken {2}1 · refused · plugins\/broken|^ {2}Plugin: broken {2}1 · refused/m,
  );
  expect(await rows()).toMatch(/not valid JSON/);
  await expand('skills');
  await expect.poll(rows).toMatch(/^ {4}notes {2}Keeps meeting notes/m);
  await expand('Plugin: office');
  await expect.poll(rows).toMatch(/^ {4}office:pdf {2}Reads PDF files/m);
  expect(await view().tooltip('office:pdf')).toContain('Once it is installed');
  expect(existsSync(path.join(vscode().workspace, '.vscode'))).toBe(false);
});

test('the preview has the name that a plugin gives', async () => {
  const panel = new PreviewPanel(vscode().workbench);
  await panel.open('plugins/office/skills/pdf/SKILL.md', '/office:pdf');
  await panel.field.fill('a.pdf');
  await panel.choose('Exact text');
  await expect.poll(() => panel.text()).toContain('Read a.pdf.');
  await expect.poll(() => panel.page.locator('body').innerText()).toContain('once the plugin office is installed');
  await panel.open('skills/notes/SKILL.md', '/notes');
  await vscode().workbench.runCommand('View: Close All Editors');
});

test('the budget shows what it would take, apart from what it takes', async () => {
  await budget().open();
  await budget().enlarge();
  const before = await budget().used();
  const offered = budget().page.getByRole('region', { name: 'In this repository' });
  await expect.poll(() => offered.innerText()).toMatch(/Plugin: office\s+3 skills · \d+ columns/);
  expect(await offered.innerText()).toMatch(/skills\s+2 skills · \d+ columns/);
  expect((await budget().rows()).join('\n')).not.toContain('office:pdf');

  await offered.getByRole('checkbox', { name: 'Plugin: office' }).click();
  await expect.poll(async () => (await budget().rows()).join('\n')).toContain('office:pdf');
  expect(await budget().used()).not.toBe(before);
  expect(await budget().page.locator('.legend').innerText()).toContain('In this repository');
  expect(await budget().page.locator('.what-if-summary').innerText()).toContain('with Plugin: office');
  await vscode().workbench.screenshot('repository-budget');
  await budget().page.getByRole('button', { name: 'Reset what-if' }).click();
  await expect.poll(() => budget().used()).toBe(before);
});

test('a skill is created in a collection, renamed and deleted, and undo brings it back', async () => {
  const skills = () => readdir(path.join(vscode().workspace, 'skills'));
  await uncollapse();
  await view().choose('skills', 'New Skill…');
  const name = await view().question();
  await name.fill('agenda');
  await name.press('Enter');
  await expect.poll(skills).toContain('agenda');
  await expect.poll(rows).toMatch(/^ {4}agenda/m);
  await view().choose('agenda', 'Rename Skill…');
  const renamed = await view().question();
  await renamed.fill('minutes');
  await renamed.press('Enter');
  await expect.poll(skills).toEqual(['minutes', 'notes', 'review']);
  await expect.poll(rows).toMatch(/^ {4}minutes/m);
  await view().choose('minutes', 'Delete Skill');
  await view().answer('Move to Trash');
  await vscode().page.waitForTimeout(500);
  if (await vscode().page.locator('.monaco-dialog-box').isVisible()) await view().answer('Delete Permanently');
  await expect.poll(skills).toEqual(['notes', 'review']);
  await expect.poll(rows).not.toMatch(/^ {4}minutes/m);
});

test('one click loads a plugin, and undo and another click take it away', async () => {
  const settings = () =>
    readFile(path.join(vscode().workspace, '.vscode/settings.json'), 'utf8').then(
      (text) => JSON.parse(text),
      () => ({}),
    );
  await view().row('Plugin: office').hover();
  await view().row('Plugin: office').locator('[aria-label^="Add to Session as Plugin Folder"]').click();
  await expect.poll(settings).toEqual({ 'skillwright.pluginFolders': ['plugins/office'] });
  await expect.poll(rows).toMatch(/^Plugin: office {2}3/m);
  expect((await rows()).match(/Plugin: office/g)).toHaveLength(1);
  await vscode().workbench.screenshot('repository-added');

  await view().row('Plugin: office').hover();
  await view().row('Plugin: office').locator('[aria-label^="Remove Plugin Folder from Session"]').click();
  await expect.poll(settings).toEqual({});
  await expect.poll(rows).toMatch(/^ {2}Plugin: office {2}3/m);

  await view().key('ControlOrMeta+Z');
  await expect.poll(rows).toMatch(/^Plugin: office {2}3/m);
  await view().key('ControlOrMeta+Z');
  await expect.poll(rows).toMatch(/^ {2}Plugin: office {2}3/m);
  expect(await vscode().workbench.notifications()).toEqual([]);
});
