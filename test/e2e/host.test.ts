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
