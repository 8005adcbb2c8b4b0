import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { PreviewPanel } from './preview-panel.ts';
import { previewedSkills } from './previewed-skills.ts';

const vscode = vscodeWithSkills(previewedSkills, { workspaceTrust: true });
const panel = () => new PreviewPanel(vscode().workbench);

test('in an untrusted folder, everything is shown and nothing runs', async () => {
  const { workbench, workspace } = vscode();
  await workbench.statusItem('Restricted Mode');
  await panel().open('.claude/skills/marking/SKILL.md', '/marking');
  await panel().choose('Exact text');
  await expect.poll(() => panel().text()).toContain('!`touch was-run && echo marked`');
  const card = panel().card('touch was-run && echo marked');
  await expect.poll(() => card.innerText()).toContain('Restricted Mode: no commands are run.');
  const run = card.getByRole('button', { name: 'Run touch was-run && echo marked' });
  expect(await run.getAttribute('disabled')).not.toBeNull();
  await run.click({ force: true });
  await panel()
    .page.getByRole('button', { name: /^Run All/ })
    .click({ force: true });
  await card.getByRole('button', { name: 'Copy command' }).click();
  await workbench.statusItem('Copied');
  expect(await panel().question.count()).toBe(0);
  expect(existsSync(path.join(workspace, 'was-run'))).toBe(false);
  await workbench.screenshot('preview-restricted');
});

test('the preview opens the settings of workspace trust', async () => {
  const { page } = vscode();
  await panel().open('.claude/skills/marking/SKILL.md', '/marking');
  await panel().page.getByRole('button', { name: 'Manage Workspace Trust' }).first().click();
  await page.locator('.tab.active', { hasText: 'Workspace Trust' }).waitFor();
});
