import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writePromptedClaudeCode } from '../../prompted-claude-code.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../host/temporary-folder.ts';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { PreviewPanel } from './preview-panel.ts';

const file = '.claude/skills/proven/SKILL.md';
const skills = { workspace: { [file]: skill('Proves itself. Use on Mondays.', 'Look at $ARGUMENTS.\n') } };

const vscode = vscodeWithSkills(skills, { sharedAs: 'preview' });
const panel = () => new PreviewPanel(vscode().workbench);
let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await createTemporaryFolder();
});

afterAll(() => folder.remove());

beforeEach(() => panel().clean());

/** Names the program in the settings of the machine: VS Code takes it from no others when it is remote. */
async function nameProgram(program: string): Promise<void> {
  const { server, workbench } = vscode();
  const settings = path.join(path.dirname(server.settingsFile), '..', 'Machine', 'settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  if (!existsSync(settings)) await writeFile(settings, '{}');
  await workbench.openFile(settings);
  await workbench.editor.replaceAll(JSON.stringify({ 'skillwright.claudeCode.path': program }));
  await workbench.editor.save();
  await workbench.closeEditors();
}

/** Proves the preview with these arguments, and agrees to the start if asked. */
async function prove(given: string, outcome: RegExp): Promise<void> {
  const { workbench, page } = vscode();
  const failure = page.locator('.notification-toast').filter({ hasText: /There is no program/ });
  const verdict = workbench
    .webview()
    .locator('.verdict')
    .filter({ hasText: /Equal: |Equal text, different listing: |Different: / });
  const told = async () => {
    for (const shown of [failure, verdict]) if (await shown.isVisible()) return shown.innerText();
    return '';
  };
  for (let attempt = 1; ; attempt++) {
    await panel().clean();
    await workbench.clearNotifications();
    await panel().open(file, '/proven');
    await panel().field.fill(given);
    await panel().page.locator('.invocation').first().click();
    await workbench.runCommand('Skillwright: Prove with Claude Code');
    await expect.poll(async () => (await panel().question.isVisible()) || told()).toBeTruthy();
    if (await panel().question.isVisible()) {
      expect(await panel().question.innerText()).toMatch(/nothing is sent over the network.*No hook or MCP server/s);
      await workbench.screenshot('proof-consent');
      await panel().answer('Start Claude Code');
    }
    await expect.poll(told).not.toBe('');
    if (outcome.test(await told())) return;
    // VS Code notices a moment after the settings were saved which program they name.
    if (attempt === 3) expect(await told()).toMatch(outcome);
  }
}

test('a preview is held against what Claude Code sends', async () => {
  const { workbench, page } = vscode();
  await nameProgram(writePromptedClaudeCode(folder.path));
  // The text was to be proven; that the program lists other skills is said in the same breath.
  await prove(
    'main',
    /Equal text, different listing: Claude Code 9\.9\.9 sends exactly what the preview shows, \d+ bytes\. The listing differs/,
  );
  await page.locator('.tab', { hasText: 'Equal text, different listing: /proven main' }).waitFor();
  await workbench.screenshot('proof-equal');

  await prove('differently', /Different: Claude Code 9\.9\.9 sends something else/);
  await page.locator('.tab', { hasText: 'Different: /proven differently' }).waitFor();
  await workbench.screenshot('proof-answer');
  // The first problem has its button on top.
  await workbench.webview().getByRole('button', { name: 'Compare Texts' }).first().click();
  await page.locator('.tab', { hasText: '/proven differently, preview ↔ Claude Code 9.9.9' }).waitFor();
  await expect
    .poll(() => page.locator('.editor-group-container.active .monaco-diff-editor .editor.modified').first().innerText())
    .toContain('changed');
  await workbench.screenshot('proof-different');

  await panel().clean();
  await nameProgram(path.join(folder.path, 'nowhere'));
  await prove('main', /There is no program at .*nowhere/);
});
