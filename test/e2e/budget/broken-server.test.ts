import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { PreviewPanel } from '../preview/preview-panel.ts';
import { previewedSkills, reviewFile } from '../preview/previewed-skills.ts';
import { serverFile, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { BudgetView } from './budget-view.ts';
import { crowdedListing, smallBudget } from './crowded-listing.ts';

/* A server that does not start is reported in each view, and can be started there. */

const vscode = vscodeWithSkills(
  { ...crowdedListing, workspace: { ...crowdedListing.workspace, ...previewedSkills.workspace } },
  { environment: smallBudget, sharedAs: 'budget' },
);
let code: Buffer | undefined;

async function breakServer(): Promise<void> {
  await writeFile(await serverFile(vscode()), 'process.exit(1);\n');
}

async function repairServer(): Promise<void> {
  if (code !== undefined) await writeFile(await serverFile(vscode()), code);
}

beforeEach(async () => {
  code ??= await readFile(await serverFile(vscode()));
  // A previous attempt may have left the broken one.
  await repairServer();
});

test('in the tree', async () => {
  const view = new SkillsView(vscode().workbench);
  await breakServer();
  await view.open();
  await vscode().workbench.runCommand('Skillwright: Restart Language Server');
  await expect.poll(() => view.welcome()).toContain('the language server has stopped');
  await vscode().workbench.screenshot('skills-tree-broken');

  await repairServer();
  await view.pane.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(async () => (await view.renderedRows()).join('\n')).toContain('review');
  await expect.poll(() => view.welcome()).toBe('');
});

test('in the listing budget', async () => {
  const { workbench } = vscode();
  const view = new BudgetView(workbench);
  await breakServer();
  await workbench.runCommand('Skillwright: Restart Language Server');
  await workbench.openView('Listing Budget');
  await expect.poll(() => view.page.getByRole('alert').innerText()).toContain('the language server did not respond');
  await expect.poll(() => view.statusItem.count()).toBe(0);
  await workbench.screenshot('budget-broken');

  await repairServer();
  await view.page.getByRole('button', { name: 'Restart' }).click();
  await view.meter.waitFor();
  await view.statusItem.waitFor();
});

test('in the preview', async () => {
  const { workbench } = vscode();
  const panel = new PreviewPanel(workbench);
  await workbench.runCommand('View: Show Explorer');
  await workbench.runCommand('Skillwright: Restart Language Server');
  await panel.open(reviewFile, '/review');
  await breakServer();
  await workbench.runCommand('Skillwright: Restart Language Server');
  await expect.poll(() => panel.page.locator('main').innerText()).toContain('the language server did not respond');
  await workbench.screenshot('preview-broken');

  await repairServer();
  await panel.page.getByRole('button', { name: 'Restart' }).click();
  await panel.shows('/review');
});
