import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { clickUntil } from '../host/press-until.ts';
import { PreviewPanel } from '../preview/preview-panel.ts';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { BudgetTab } from './budget-tab.ts';
import { BudgetView } from './budget-view.ts';
import { crowdedListing, smallBudget } from './crowded-listing.ts';

const vscode = vscodeWithSkills(crowdedListing, { environment: smallBudget, sharedAs: 'budget' });
const view = () => new BudgetView(vscode().workbench);
const tab = () => new BudgetTab(vscode().workbench);

test('the side bar shows in view what is used, what is not in full and what to do first', async () => {
  const { workbench, page } = vscode();
  await workbench.openFile('.claude/skills/review/SKILL.md');
  await view().open();
  await expect.poll(() => view().used()).toMatch(/^≈ [\d,]+ of 7,300 columns used, ≈ [\d.]+\u00A0%$/);
  const remarks = () => view().page.locator('main').innerText();
  await expect.poll(remarks).toMatch(/\d not in full\s.*pdf\s+name only/s);
  await expect.poll(remarks).toMatch(/Shorten \d descriptions? to show ≈ \d+ more/);
  const header = page.locator('.pane-header[aria-label^="Listing Budget"]');
  await expect.poll(() => header.innerText()).toMatch(/≈ [\d.]+\u00A0%/);
  // Nobody has to scroll or drag for it.
  await expect.poll(() => view().isInView(view().page.getByRole('button', { name: 'Open Budget' }))).toBe(true);
});

test('the status bar says as much as the side bar, and opens the tab', async () => {
  const item = view().statusItem;
  await expect.poll(() => item.innerText()).toMatch(/Skills ≈ [\d.]+\u00A0%/);
  const labelOfItem = () => item.locator('a').getAttribute('aria-label');
  // Either may be shown first.
  const isSaidByBoth = async () => {
    const [used, share] = (await view().used()).split(' used, ');
    return (await labelOfItem())?.includes(`${used} used`) && (await item.innerText()).includes(share ?? 'none');
  };
  await expect.poll(isSaidByBoth).toBe(true);
  await expect.poll(labelOfItem).toMatch(/not shown to the model in full/);
  await clickUntil(item, tab().meter);
  await expect.poll(async () => (await tab().used()) === (await view().used())).toBe(true);
});

test('the table can be sorted, filtered and used by keyboard, with the details beside it', async () => {
  const { page } = vscode();
  await expect.poll(() => tab().row('pdf')).toMatch(/^pdf, Project, \d+ of [\d,]+ columns, .*%, name only, needs/);
  // What loses most is selected: nobody can change what Claude Code brings, which is in a group at the end.
  await tab().detail('pdf').waitFor();
  const group = /^Claude Code’s own skills \(\d+\), Claude Code, [\d,]+ columns/;
  await expect.poll(async () => (await tab().rows()).at(-1)).toMatch(group);
  await tab().table.press('End');
  await tab().table.press('ArrowRight');
  await expect.poll(async () => (await tab().rows()).join('\n')).toMatch(/^claude-api, Claude Code, [\d,]+ columns/m);
  await tab().table.press('ArrowLeft');
  await expect.poll(async () => (await tab().rows()).at(-1)).toMatch(group);
  await tab().sortBy('Name');
  await expect.poll(async () => (await tab().rows())[0]).toMatch(/^deploy, Commands, [\d,]+ columns/);
  await tab().table.press('p');
  await page.keyboard.type('roj');
  await expect
    .poll(async () => (await tab().rows()).map((row) => row.split(',')[0]))
    .toEqual(['pdf', 'release', 'review']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const text = () => tab().detail('review').innerText();
  await expect.poll(text).toContain('references/checklist.md');
  await expect.poll(text).toContain('The model sees the whole text.');
  await expect.poll(text).toMatch(/Line in the listing\s+≈ \d+/);
  await expect.poll(text).toMatch(/Instructions\s+≈ \d+/);
  await expect.poll(text).toContain('CLAUDE.md');
  await tab().filter.fill('');
});

test('a what-if is apart from the session: a banner, marked rows, and the side bar as before', async () => {
  const [before, now] = [await tab().used(), await view().used()];
  await tab().setWhatIf('Budget', '50,000');
  await expect.poll(() => tab().used()).toContain('of 50,000 columns');
  await expect.poll(() => tab().banner.innerText()).toMatch(/What if: budget of 50,000\..*Now: ≈ [\d,]+ of 7,300/s);

  const place = async () => (await tab().rows()).findIndex((row) => row.startsWith('pdf,'));
  const was = await place();
  await tab().toggle('pdf');
  await expect.poll(() => tab().row('pdf')).toContain('pdf, Project, 0 columns, 0\u00A0%, left out');
  await expect.poll(place).toBe(was);
  await expect.poll(() => tab().banner.innerText()).toContain('without pdf');
  expect(await view().used()).toBe(now);

  await tab().setWhatIf('Budget', 'much');
  await expect.poll(() => tab().page.getByRole('alert').innerText()).toContain('Enter a whole number');
  await tab().resetWhatIf();
  await expect.poll(() => tab().used()).toBe(before);
  await expect.poll(() => tab().banner.count()).toBe(0);
});

test.runIf(isEveryTest)('the listing opens as a document, and follows the files and the what-if', async () => {
  const { workbench, workspace } = vscode();
  const text = () => workbench.editor.text();
  const listing = () => tab().page.getByRole('button', { name: 'Show exactly what the model sees' });
  await listing().click();
  await workbench.page.locator('.tab.active', { hasText: 'What the model sees' }).waitFor();
  await expect.poll(text).toContain('- review: Reviews a diff. Use before committing.');
  expect(await text()).not.toContain('silent');
  // Long lines are wrapped: there are more lines on the screen than numbers.
  const { element } = workbench.editor;
  const wrapped = async () =>
    (await element.locator('.view-line').count()) - (await element.locator('.line-numbers').count());
  await expect.poll(wrapped).toBeGreaterThan(0);

  const file = path.join(workspace, '.claude/skills/release/SKILL.md');
  await writeFile(file, skill('Tells what is new. Use before a release.'));
  await expect.poll(text).toContain('- release: Tells what is new.');

  await tab().open();
  await tab().toggle('notes');
  await expect.poll(() => tab().banner.innerText()).toContain('without notes');
  await listing().click();
  await workbench.page.locator('.tab.active', { hasText: 'What the model would see' }).waitFor();
  await expect.poll(text).toContain('- review');
  expect(await text()).not.toContain('- notes');
  await workbench.runCommand('Skillwright: Reset Listing Budget What-If');
  await expect.poll(text).toContain('- notes');
});

test.runIf(isEveryTest)(
  'the tab with its what-if, a preview and the grouping of the tree are restored when the window reloads',
  async () => {
    const { workbench, page } = vscode();
    const preview = new PreviewPanel(workbench);
    const skills = new SkillsView(workbench);
    await workbench.closeEditors();
    await skills.open();
    await skills.press('Group Skills');
    await workbench.answerQuickInput('Status');
    await skills.row('Active').waitFor();
    await preview.open('.claude/skills/review/SKILL.md', '/review');
    await preview.choose('Exact text');
    await preview.field.fill('main..HEAD');
    await expect.poll(() => preview.text()).toContain('main..HEAD');
    // In the group of the preview, which it hides.
    await tab().open();
    await tab().setWhatIf('Budget', '4,000');
    await expect.poll(() => tab().used()).toContain('of 4,000 columns');

    await page.evaluate('globalThis.before = true');
    // VS Code stores its state when the window reloads.
    await workbench.runCommand('Developer: Reload Window');
    await page.waitForFunction('globalThis.before === undefined');
    await workbench.ready();
    await tab().banner.waitFor({ timeout: 60_000 });
    await expect.poll(() => tab().used()).toContain('of 4,000 columns');
    await workbench.runCommand('Skillwright: Reset Listing Budget What-If');
    await expect.poll(() => tab().used()).toContain('of 7,300 columns');

    await page.locator('.tab', { hasText: 'Preview /review' }).click();
    await preview.shows('/review');
    await expect.poll(() => preview.field.inputValue()).toBe('main..HEAD');
    await expect.poll(() => preview.text()).toContain('main..HEAD');

    await skills.row('Active').waitFor();
    await skills.press('Group Skills');
    await workbench.answerQuickInput('Tier');
    await skills.row('User').waitFor();
  },
);
