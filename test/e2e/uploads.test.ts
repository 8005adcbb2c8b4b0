import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { apiKey, SkillsApiServer } from '../skills-api/skills-api-server.ts';
import { vscodeWithSkills } from './skills-tree/prepared-skills.ts';
import { SkillsView } from './skills-tree/skills-view.ts';

const api = new SkillsApiServer();
await api.start();
afterAll(() => api.stop());

const text = '---\nname: sowing\ndescription: Sows beans. Use when the soil is warm.\n---\n\nSow.\n';
const vscode = vscodeWithSkills(
  { workspace: { '.claude/skills/sowing/SKILL.md': text } },
  { environment: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: undefined } },
);

test('a skill is uploaded after the key, a choice and consent, and downloaded again', async () => {
  const { workbench, workspace, page } = vscode();
  const view = new SkillsView(workbench);
  await view.open();
  await view.choose('sowing', 'Share or Package…');
  await view.pick('Upload to the Claude API');
  const input = page.locator('.quick-input-widget input:visible').first();
  await expect.poll(() => input.getAttribute('type')).toBe('password');
  await input.fill(apiKey);
  await workbench.page.locator('.quick-input-widget input[type=password]').press('Enter');
  await view.pick('New skill');
  const dialog = page.locator('.monaco-dialog-box');
  await expect.poll(() => dialog.innerText()).toContain('Upload “sowing” to 127.0.0.1');
  expect(api.skills).toEqual([]);
  await workbench.screenshot('upload-consent');
  await dialog.locator('.monaco-button', { hasText: 'Upload' }).click();
  await expect.poll(() => api.skills.map((it) => it.versions.length)).toEqual([1]);
  expect(api.requests.at(-1)!.files).toEqual({ 'sowing/SKILL.md': text });
  await expect.poll(async () => (await workbench.notifications()).join()).toContain('Uploaded “sowing” as a new skill');
  await workbench.clearNotifications();

  await workbench.runCommand('Skillwright: Uploaded Skills…');
  await view.pick('sowing');
  await view.pick('skver_');
  await view.pick('Download…');
  await view.pick('Project');
  // The name is taken, so another one is proposed.
  await expect.poll(() => input.inputValue()).toBe('sowing-2');
  await workbench.answerQuickInput();
  const copy = path.join(workspace, '.claude/skills/sowing-2/SKILL.md');
  await expect.poll(() => readFile(copy, 'utf8').catch(() => undefined)).toContain('Sows beans.');
});
