import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { serverFile, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { BudgetView } from './budget-view.ts';
import { crowdedListing } from './crowded-listing.ts';

describe('a server that does not start', () => {
  const vscode = vscodeWithSkills(crowdedListing);

  test('is reported in the view, and can be started there', async () => {
    const { workbench } = vscode();
    const view = new BudgetView(workbench);
    const file = await serverFile(vscode());
    const code = await readFile(file);
    await writeFile(file, 'process.exit(1);\n');
    await workbench.runCommand('Skillwright: Show Listing Budget');
    await expect.poll(() => view.page.getByRole('alert').innerText()).toContain('the language server did not respond');
    expect(await view.statusItem.count()).toBe(0);
    await workbench.screenshot('budget-broken');

    await writeFile(file, code);
    await view.page.getByRole('button', { name: 'Restart' }).click();
    await view.meter.waitFor();
    await view.statusItem.waitFor();
  });
});

describe('an untrusted folder', () => {
  const vscode = vscodeWithSkills(crowdedListing, { workspaceTrust: true });

  test('has a budget, and the view shows what is disabled', async () => {
    const { workbench } = vscode();
    const view = new BudgetView(workbench);
    await workbench.statusItem('Restricted Mode');
    await view.open();
    expect(await view.page.locator('.note').innerText()).toContain('Restricted Mode');
    await view.choose('review');
  });
});
