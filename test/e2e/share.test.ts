import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { vscodeWithSkills } from './skills-tree/prepared-skills.ts';
import { SkillsView } from './skills-tree/skills-view.ts';

const marketplace =
  '{\n  "name": "acme",\n  "owner": {\n    "name": "Acme"\n  },\n  "description": "Ours",\n  "plugins": []\n}\n';
const sowing = `---
name: sowing
description: Sows beans. Use when the soil is warm.
---

Run \`.claude/skills/sowing/scripts/sow.sh\`, and /watering afterwards.
`;
const watering = '---\ndescription: Waters beans. Use when it is dry.\n---\n\nWater, as /sowing says.\n';
const manifest = '{ "name": "shed", "description": "Tools", "version": "0.1.0", "author": "Ada" }';
const hook = { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/.claude/skills/sowing/scripts/sow.sh' };
const settings = `${JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] }, model: 'opus' }, undefined, 2)}\n`;
const files = {
  '.claude/settings.json': settings,
  'market/.claude-plugin/marketplace.json': marketplace,
  'market/plugins/shed/.claude-plugin/plugin.json': manifest,
  'market/plugins/shed/skills/raking/SKILL.md': '---\ndescription: Rakes. Use in autumn.\n---\n\nRake.\n',
  '.claude/skills/sowing/SKILL.md': sowing,
  '.claude/skills/sowing/scripts/sow.sh': '#!/bin/sh\necho sow\n',
  '.claude/skills/watering/SKILL.md': watering,
  'CLAUDE.md': 'Use /sowing in spring. The script is .claude/skills/sowing/scripts/sow.sh.\n',
};
const vscode = vscodeWithSkills({ workspace: files });
const view = () => new SkillsView(vscode().workbench);
const text = (name: string) => readFile(path.join(vscode().workspace, name), 'utf8').catch(() => undefined);
const plugin = 'market/plugins/garden';
const share = 'Share or Package…';

beforeEach(() => view().open());

test('loose skills become a plugin of a marketplace after a preview, and undo brings them back', async () => {
  const { page, workbench } = vscode();
  await view().choose('sowing', share);
  await view().question();
  await workbench.screenshot('share-with-whom');
  await view().pick('In a Plugin');
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await rows.filter({ hasText: 'watering' }).click();
  await workbench.screenshot('share-which-skills');
  await page.keyboard.press('Enter');
  await view().pick('New Plugin');
  const name = page.getByPlaceholder('For example, team-tools');
  await name.fill('garden');
  await name.press('Enter');
  await page.getByPlaceholder('Where should the plugin be?').waitFor();
  await workbench.screenshot('share-where');
  await view().pick('In the Marketplace acme');
  const panel = page.locator('.bulk-edit-panel .monaco-list-row');
  await expect.poll(() => panel.count()).toBeGreaterThan(4);
  await workbench.screenshot('share-preview');
  expect(existsSync(path.join(vscode().workspace, plugin))).toBe(false);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => text(`${plugin}/skills/watering/SKILL.md`)).toContain('Water, as /garden:sowing says.');
  await expect
    .poll(() => text(`${plugin}/skills/sowing/SKILL.md`))
    .toBe(sowing.replace('.claude/skills/sowing', '${CLAUDE_SKILL_DIR}').replace('/watering', '/garden:watering'));
  await expect.poll(() => text('CLAUDE.md')).toContain('Use /garden:sowing in spring.');
  expect(JSON.parse((await text('market/.claude-plugin/marketplace.json'))!).plugins).toMatchObject([
    { name: 'garden', source: './plugins/garden' },
  ]);
  expect((await readdir(path.join(vscode().workspace, plugin))).sort()).toEqual([
    '.claude-plugin',
    'LICENSE',
    'README.md',
    'hooks',
    'skills',
  ]);
  expect(await text('.claude/settings.json')).toBe('{\n  "model": "opus"\n}\n');
  expect(JSON.parse((await text(`${plugin}/hooks/hooks.json`))!).hooks.Stop[0].hooks).toEqual([
    { type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/skills/sowing/scripts/sow.sh' },
  ]);
  await expect
    .poll(async () => (await workbench.notifications()).join())
    .toContain('2 skills are in garden. 1 place needs');
  await workbench.screenshot('share-done');
  await page.locator('.notification-list-item', { hasText: 'are in garden' }).getByText('Show Places').click();
  await page.locator('.tab', { hasText: 'Places to Check' }).waitFor();
  await workbench.webview().getByRole('heading', { name: 'Places to check' }).waitFor();
  await workbench.screenshot('share-what-stays');

  await view().undo(async () => (await text('CLAUDE.md')) === files['CLAUDE.md']);
  for (const [name, content] of Object.entries(files)) expect(await text(name), name).toBe(content);
  expect(await readdir(path.join(vscode().workspace, 'market/plugins'))).toEqual(['shed']);
});

test('nothing changes if the preview is discarded, from the title of the editor too', async () => {
  const { page, workbench } = vscode();
  await view().select('watering');
  await workbench.editor.waitFor('/.claude/skills/watering/SKILL.md');
  await page.locator('.editor-actions .action-label[aria-label^="More Actions"]').first().click();
  await view().chooseFromMenu(share);
  await view().pick('In a Plugin');
  await view().question();
  await page.keyboard.press('Enter');
  await view().pick('shed');
  await view().pick('Share It as It Is');
  await page.locator('.bulk-edit-panel .monaco-list-row').first().waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.locator('.bulk-edit-panel .monaco-list-row').first().waitFor({ state: 'hidden' });
  for (const [name, content] of Object.entries(files)) expect(await text(name), name).toBe(content);
  expect((await workbench.notifications()).join()).not.toContain('Could not');
});

test('what would be rejected is repaired in place, and saved as a ZIP file', async () => {
  const { page, workbench } = vscode();
  await view().choose('watering', share);
  await view().pick('As a ZIP File');
  await expect
    .poll(() => page.locator('.quick-input-title').innerText())
    .toBe('watering would be rejected by claude.ai and the Claude API: 1 problem');
  await workbench.screenshot('share-repair');
  await view().pick('Insert name: watering');
  await expect.poll(() => text('.claude/skills/watering/SKILL.md')).toContain('name: watering\n');
  const input = await view().question();
  await expect.poll(() => input.inputValue()).toContain('watering.zip');
  await workbench.screenshot('share-zip');
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      stat(path.join(vscode().workspace, 'watering.zip')).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBeGreaterThan(200);
});

test('a plugin is offered by a marketplace, and gets a new version', async () => {
  const { page, workbench } = vscode();
  await view().expand('In this repository');
  await view().choose('Plugin: shed', share);
  await view().pick('In a Marketplace');
  await view().pick('acme');
  await expect.poll(() => page.locator('.quick-input-title').innerText()).toBe('plugin.json has a problem');
  await workbench.screenshot('share-repair-plugin');
  await view().pick('Write');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect
    .poll(async () => JSON.parse((await text('market/.claude-plugin/marketplace.json'))!).plugins)
    .toEqual([{ name: 'shed', source: './plugins/shed', description: 'Tools' }]);
  await workbench.clearNotifications();
  await view().choose('Plugin: shed', share);
  await view().pick('As a New Version');
  await workbench.screenshot('share-version');
  await view().pick('0.2.0');
  await expect
    .poll(() => text('market/plugins/shed/.claude-plugin/plugin.json'))
    .toBe(manifest.replace('0.1.0', '0.2.0').replace('"Ada"', '{ "name": "Ada" }'));
});
