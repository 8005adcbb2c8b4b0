import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../host/accessibility.ts';
import { reviewedThemes } from '../host/theme.ts';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';

/* Screenshots for review: .test-output/screenshots/ready-to-publish*. */

const folder = 'plugins/tides';
const manifest = `${folder}/.claude-plugin/plugin.json`;
const good = {
  name: 'tides',
  version: '1.0.0',
  description: 'Tells when the water is low',
  author: { name: 'Ada' },
  homepage: 'http://tides.example',
};
const repository = {
  workspace: {
    [manifest]: `${JSON.stringify(good, undefined, 2)}\n`,
    [`${folder}/skills/low/SKILL.md`]: skill('Tells when the water is low. Use when a tide is mentioned.'),
    [`${folder}/.mcp.json`]: '{ "mcpServers": { "tides": { "type": "http", "url": "https://tides.example/mcp" } } }\n',
    [`${folder}/assets/.DS_Store`]: '',
  },
};

describe('whether a plugin is ready to publish', () => {
  const vscode = vscodeWithSkills(repository, { sharedAs: 'repository', viewport: { width: 1280, height: 900 } });
  const at = (name: string) => path.join(vscode().workspace, name);
  const page = () => vscode().workbench.webview().locator('main');
  const steps = () => page().locator('.steps > li').allInnerTexts();

  test.each(reviewedThemes)('is listed check by check, in the theme %s', async (theme) => {
    const { workbench } = vscode();
    await rm(at(`${folder}/README.md`), { force: true });
    await workbench.switchTheme(theme);
    const view = new SkillsView(workbench);
    await view.open();
    await view.row('Plugin: tides').waitFor();
    await view.choose('Plugin: tides', 'Ready to Publish?');
    await expect.poll(() => page().locator('h1').innerText()).toBe('Is tides ready to publish?');
    await expect.poll(() => page().locator('.verdict').innerText()).toContain('2 problems. It also has 4 warnings');
    await expect.poll(async () => (await steps()).length).toBe(12);
    for (const step of await steps()) expect(step).toMatch(/^(OK|Problem|Warning|Note):\s/);
    await workbench.screenshot('ready-to-publish');
  });

  test('is read by everybody', async () => {
    expect(await accessibilityProblems(vscode().workbench.webview())).toEqual([]);
  });

  test('opens the place of a warning with the keyboard', async () => {
    const { workbench } = vscode();
    const open = page().locator('li', { hasText: 'http://tides.example' }).getByRole('button');
    await open.focus();
    await open.press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'plugin.json' }).waitFor();
    await expect.poll(async () => (await workbench.statusItem(/Ln 8/)).count()).toBe(1);
  });

  test('creates the README, and follows what becomes of it', async () => {
    const { workbench } = vscode();
    await workbench.page.locator('.tab', { hasText: 'Ready to Publish?' }).click();
    await page().getByRole('button', { name: 'Create README.md' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'README.md' }).waitFor();
    expect(await readFile(at(`${folder}/README.md`), 'utf8')).toContain('# tides');
    await workbench.page.locator('.tab', { hasText: 'Ready to Publish?' }).click();
    await expect.poll(async () => (await steps()).join('\n')).toContain('README.md has 12 words');
    await writeFile(at(`${folder}/README.md`), `# Tides\n\n${'Tells when the water is low. '.repeat(8)}\n`);
    await expect.poll(async () => (await steps()).join('\n')).toContain('README.md has 50 words');
  });

  test('says what is wrong with a manifest that cannot be read', async () => {
    await writeFile(at(manifest), '{ "name": "tides", }\n');
    await expect.poll(() => page().locator('.verdict').innerText()).toContain('before the manifest can be read');
    await expect.poll(async () => (await steps()).join('\n')).toMatch(/^Problem: .*strict JSON/);
    await vscode().workbench.screenshot('ready-to-publish-broken');
    await writeFile(at(manifest), `${JSON.stringify(good, undefined, 2)}\n`);
    await expect.poll(async () => (await steps()).length).toBe(12);
  });

  test('is among the problems if the target is selected, and fixed there', async () => {
    const { workbench } = vscode();
    await rm(at(`${folder}/README.md`), { force: true });
    await workbench.changeSettings({ 'skillwright.targets': ['plugin-directory'] });
    await workbench.openFile(manifest);
    const found = async () =>
      (await workbench.problems()).filter(({ file }) => file.endsWith('plugin.json')).map(({ message }) => message);
    await expect.poll(found).toEqual(expect.arrayContaining([expect.stringContaining('no README.md')]));
    await workbench.screenshot('plugin-directory');
    // What is beside the manifest is followed.
    await writeFile(at(`${folder}/README.md`), `# Tides\n\n${'Tells when the water is low. '.repeat(8)}\n`);
    await expect.poll(async () => (await found()).join('\n')).not.toContain('README.md');
    expect((await found()).join('\n')).toContain('no license');
    await writeFile(at(`${folder}/LICENSE`), 'MIT\n');
    await expect.poll(async () => (await found()).join('\n')).not.toContain('license');
    await rm(at(`${folder}/LICENSE`));
    await workbench.changeSettings({ 'skillwright.targets': [] });
    await expect.poll(found).toEqual([]);
    await workbench.page.locator('.tab', { hasText: 'Ready to Publish?' }).click();
  });

  test('says when the plugin is gone', async () => {
    await rename(at(folder), at('elsewhere'));
    try {
      await expect.poll(() => page().innerText()).toContain('There is no plugin in this folder');
      await vscode().workbench.screenshot('ready-to-publish-gone');
    } finally {
      await rename(at('elsewhere'), at(folder));
    }
    await expect.poll(() => page().locator('h1').innerText()).toBe('Is tides ready to publish?');
  });
});
