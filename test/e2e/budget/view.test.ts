import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { BudgetView } from './budget-view.ts';
import { crowdedListing, smallBudget } from './crowded-listing.ts';

const vscode = vscodeWithSkills(crowdedListing, { environment: smallBudget, sharedAs: 'budget' });
const view = () => new BudgetView(vscode().workbench);

test('the status bar shows when a skill is not shown in full, and opens the view', async () => {
  const { workbench, page } = vscode();
  await workbench.openFile('.claude/skills/review/SKILL.md');
  const item = view().statusItem;
  await expect.poll(() => item.innerText()).toMatch(/Skills (≈ )?\d+ %/);
  const label = await item.locator('a').getAttribute('aria-label');
  expect(label).toMatch(/of 7,300 columns used/);
  expect(label).toMatch(/not shown to the model in full/);
  await item.click();
  await view().meter.waitFor();
  await page.mouse.move(0, 0);
});

test('the bar, the legend and the rows have accessible labels', async () => {
  expect(await view().used()).toMatch(/^(≈ )?[\d,]+ of 7,300 columns used, \d+%$/);
  await expect.poll(() => view().page.locator('.legend').innerText()).toMatch(/User.*Project.*Claude Code/s);
  const rows = (await view().rows()).join('\n');
  expect(rows).toMatch(/pdf, [\d,]+ columns, [\d.<]+ ?[\d.]*%, (name only · needs [\d,]+ more|shortened)/);
});

test('a skill is selected by keyboard and shows its three levels', async () => {
  const { page } = vscode();
  await view().list.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect.poll(() => view().page.locator('.detail').innerText()).toContain('The model sees');
  await view().choose('review');
  const text = () => view().detail('review').innerText();
  await expect.poll(text).toContain('references/checklist.md');
  expect(await text()).toMatch(/Line in the listing\s+≈ \d+/);
  expect(await text()).toMatch(/Instructions\s+≈ \d+/);
  expect(await text()).toContain('CLAUDE.md');
});

test('a what-if changes the numbers, says so and changes no file', async () => {
  const before = await view().used();
  await view().setWhatIf('Budget', '50,000');
  await expect.poll(() => view().used()).toContain('of 50,000 columns');
  await expect.poll(() => view().page.locator('.what-if-summary').innerText()).toContain('What if: budget of 50,000');
  await expect.poll(() => view().page.locator('.announcement').innerText()).toMatch(/^What if: .*50,000 columns used/);

  await view().toggle('pdf');
  await expect.poll(() => view().page.locator('.what-if-summary').innerText()).toContain('without pdf');
  await view().goTo('pdf');
  await expect.poll(async () => (await view().rows()).join('\n')).toContain('pdf, 0 columns, 0%, left out');

  await view().setWhatIf('Budget', 'much');
  await expect.poll(() => view().page.getByRole('alert').innerText()).toContain('Enter a whole number');

  await view().page.getByRole('button', { name: 'Reset what-if' }).click();
  await expect.poll(() => view().used()).toBe(before);
  expect(await view().page.locator('.what-if-summary').count()).toBe(0);
});

test('the what-if is kept while the view is hidden', async () => {
  const { workbench } = vscode();
  await view().setWhatIf('Budget', '4,000');
  await expect.poll(() => view().used()).toContain('of 4,000 columns');
  await workbench.runCommand('View: Show Explorer');
  await view().meter.waitFor({ state: 'detached' });
  await view().open();
  await expect.poll(() => view().used()).toContain('of 4,000 columns');
  await workbench.runCommand('Skillwright: Reset Listing Budget What-If');
  await expect.poll(() => view().used()).toContain('of 7,300 columns');
});

test('the listing opens as a document, and follows the files and the what-if', async () => {
  const { workbench, workspace } = vscode();
  const text = () => workbench.editor.text();
  await view().page.getByRole('button', { name: 'Show exactly what the model sees' }).click();
  await workbench.page.locator('.tab.active', { hasText: 'What the model sees' }).waitFor();
  await expect.poll(text).toContain('- review: Reviews a diff. Use before committing.');
  expect(await text()).not.toContain('silent');
  // Long lines are wrapped: there are more lines on the screen than numbers.
  const { element } = workbench.editor;
  expect(await element.locator('.view-line').count()).toBeGreaterThan(await element.locator('.line-numbers').count());

  const file = path.join(workspace, '.claude/skills/release/SKILL.md');
  await writeFile(file, skill('Tells what is new. Use before a release.'));
  await expect.poll(text).toContain('- release: Tells what is new.');

  await view().toggle('notes');
  await expect.poll(() => view().page.locator('.what-if-summary').innerText()).toContain('without notes');
  expect(await text()).toContain('- notes');
  await view().page.getByRole('button', { name: 'Show exactly what the model sees' }).click();
  await workbench.page.locator('.tab.active', { hasText: 'What the model would see' }).waitFor();
  await expect.poll(text).not.toContain('- notes');
  await view().page.getByRole('button', { name: 'Reset what-if' }).click();
  await expect.poll(text).toContain('- notes');
});
