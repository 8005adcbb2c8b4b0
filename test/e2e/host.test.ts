import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './host/repository.ts';
import { vscodeForTests } from './host/vscode-for-tests.ts';

const skill = '.claude/skills/demo/SKILL.md';
const vscode = vscodeForTests({ workspace: path.join(repositoryRoot, 'test/fixtures/one-skill'), theme: 'light' });

test('opens a skill and reads its text', async () => {
  const { workbench } = vscode();
  await workbench.openFile(skill);
  await workbench.statusItem('Skill');
  expect(await workbench.editor.text()).toContain('name: demonstration');
});

test('shows what VS Code itself finds in a skill', async () => {
  const { workbench } = vscode();
  // It also looks for the files of links, but not always in time.
  await expect
    .poll(() => workbench.problems())
    .toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        message: "The skill name 'demonstration' should match the folder name 'demo'.",
        start: { line: 2, column: 7 },
      }),
    );
  await expect
    .poll(() => workbench.editor.underlines())
    .toMatchObject({ errors: 0, warnings: expect.toSatisfy(Boolean) });
});

test('hovers, completes and offers fixes', async () => {
  const { editor } = vscode().workbench;
  expect(await editor.hover('argument-hint')).toContain('Hint shown during autocomplete');
  await vscode().workbench.screenshot('host-hover');
  await editor.dismiss();

  await editor.goAfter('favourite-colour: blue');
  await editor.type('\n');
  expect(await editor.suggestions()).toContain('license');
  await vscode().workbench.screenshot('host-suggest');
  await editor.dismiss();

  await editor.goTo(await editor.find('demonstration'));
  expect(await editor.quickFixes()).toContain('Fix');
  await editor.dismiss();
});

test('types and saves', async () => {
  const { editor } = vscode().workbench;
  await editor.replaceAll('---\nname: demo\ndescription: Short\n---\n');
  await editor.goAfter('Short');
  await editor.type(' and sweet');
  expect(await editor.text()).toBe('---\nname: demo\ndescription: Short and sweet\n---\n');
  await editor.save();
  await expect.poll(() => vscode().workbench.problems()).toEqual([]);
});

test('follows changed settings', async () => {
  const { workbench } = vscode();
  await workbench.changeSettings({ 'editor.minimap.enabled': false });
  await expect.poll(() => workbench.page.locator('.minimap:visible').count()).toBe(0);
  expect(await workbench.notifications()).toEqual([]);
});
