import { lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { sampleRepository } from './sample-repository.ts';

const vscode = vscodeWithSkills(sampleRepository, { sharedAs: 'repository' });
const view = () => new SkillsView(vscode().workbench);
const rows = async () => (await view().renderedRows()).join('\n');

test('a skill is created in a collection, renamed and deleted', async () => {
  const folder = path.join(vscode().workspace, 'skills');
  const skills = () => readdir(folder);
  // What an attempt before has left.
  for (const left of ['agenda', 'minutes']) await rm(path.join(folder, left), { recursive: true, force: true });
  await view().open();
  await view().row('In this repository').waitFor();
  await view().expand('skills');
  await view().choose('skills', 'New Skill…');
  await view().nameNewSkill('agenda', 'Steps to follow');
  await expect.poll(skills).toContain('agenda');
  await expect.poll(rows).toMatch(/^ {4}agenda/m);
  // Only then is the tree complete, and knows the row that a menu acts on.
  await expect.poll(() => view().selected()).toEqual(['agenda']);
  await view().choose('agenda', 'Rename Skill…');
  await vscode().workbench.answerQuickInput('minutes');
  await expect.poll(skills).toEqual(['minutes', 'notes', 'review']);
  await expect.poll(rows).toMatch(/^ {4}minutes/m);
  await expect.poll(() => view().selected()).toEqual(['minutes']);
  await view().choose('minutes', 'Delete Skill');
  await view().answer('Move to Trash');
  // A remote machine has no trash.
  await view().answer('Delete Permanently');
  await expect.poll(skills).toEqual(['notes', 'review']);
  await expect.poll(rows).not.toMatch(/^ {4}minutes/m);
});

test('one click loads a plugin, and undo and another click take it away', async () => {
  const settings = () =>
    readFile(path.join(vscode().workspace, '.vscode/settings.json'), 'utf8').then(
      (text) => JSON.parse(text),
      () => ({}),
    );
  await view().pressInRow('Plugin: office', 'Add to Session as Plugin Folder');
  await expect.poll(settings).toEqual({ 'skillwright.pluginFolders': ['plugins/office'] });
  await expect.poll(rows).toMatch(/^Plugin: office {2}3/m);
  await expect.poll(async () => (await rows()).match(/Plugin: office/g)).toHaveLength(1);
  await vscode().workbench.screenshot('repository-added');

  await view().pressInRow('Plugin: office', 'Remove Plugin Folder from Session');
  await expect.poll(settings).toEqual({});
  await expect.poll(rows).toMatch(/^ {2}Plugin: office {2}3/m);

  await view().undo(async () => /^Plugin: office {2}3/m.test(await rows()));
  await view().undo(async () => /^ {2}Plugin: office {2}3/m.test(await rows()));
  expect(await vscode().workbench.notifications()).toEqual([]);
});

test('skills of other products are named with their readers, and one click links them', async () => {
  const { workspace, workbench } = vscode();
  const folder = path.join(workspace, '.agents/skills/tide-tables');
  const link = path.join(workspace, '.claude/skills/tide-tables');
  await rm(link, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await view().open();
  await writeFile(path.join(folder, 'SKILL.md'), '---\ndescription: Reads tide tables. Use for tides.\n---\n\nRead.\n');
  try {
    await expect.poll(rows).toMatch(/^ {2}\.agents\/skills {2}1 · read by VS Code, .*, not by Claude Code/m);
    await workbench.screenshot('other-products');
    await view().pressInRow('.agents/skills', 'Link Skills to Claude Code');
    await expect.poll(() => readlink(link).catch(String)).toBe('../../.agents/skills/tide-tables');
    // It is one skill.
    await expect.poll(rows).not.toContain('.agents/skills');
    await expect.poll(rows).toMatch(/^Project .*\.claude\/skills/m);
    await workbench.screenshot('other-products-linked');
    await view().undo(async () => (await rows()).includes('.agents/skills'));
    await expect(lstat(link)).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['SKILL.md']);
    expect(await workbench.notifications()).toEqual([]);
  } finally {
    await rm(path.join(workspace, '.agents'), { recursive: true, force: true });
  }
});

test('after a rename, one click shows where the old name stays', async () => {
  const { workspace, workbench } = vscode();
  const folder = path.join(workspace, '.claude/skills/boat-signals');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'SKILL.md'), '---\ndescription: Reads signals. Use for boats.\n---\n\nRead.\n');
  await writeFile(path.join(workspace, 'CLAUDE.md'), 'Use /boat-signals for boats. The boat-signals page is old.\n');
  try {
    await view().open();
    await expect.poll(rows).toMatch(/boat-signals {2}Reads signals/);
    await view().choose('boat-signals', 'Rename Skill…');
    await workbench.answerQuickInput('port');
    await expect
      .poll(() => readFile(path.join(workspace, 'CLAUDE.md'), 'utf8'))
      .toBe('Use /port for boats. The boat-signals page is old.\n');
    await expect
      .poll(() => workbench.notifications())
      .toEqual([expect.stringContaining('“boat-signals” is still in 1 place that may mean something else')]);
    await workbench.screenshot('left-name');
    await workbench.page.locator('.notification-toast .monaco-button', { hasText: 'Show in Search' }).click();
    await expect.poll(() => workbench.page.locator('.search-view .linematch').allInnerTexts()).toHaveLength(1);
    await workbench.screenshot('left-name-in-search');
  } finally {
    await rm(path.join(workspace, 'CLAUDE.md'), { force: true });
    for (const name of ['boat-signals', 'port']) {
      await rm(path.join(workspace, '.claude/skills', name), { recursive: true, force: true });
    }
  }
});

test('skills in the home folder that only other products read have a group, too', async () => {
  const { home, workbench } = vscode();
  const folder = path.join(home, '.agents/skills/knots');
  const link = path.join(home, '.claude/skills/knots');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'SKILL.md'), '---\ndescription: Ties knots. Use for ropes.\n---\n\nTie.\n');
  try {
    await view().open();
    await workbench.runCommand('Skillwright: Refresh Skills');
    await expect.poll(rows).toMatch(/^In your home folder/m);
    await view().expand('In your home folder');
    await workbench.screenshot('home-folder');
    await view().pressInRow('~/.agents/skills', 'Link Skills to Claude Code');
    await expect.poll(() => readlink(link).catch(String)).toBe('../../.agents/skills/knots');
    await expect.poll(rows).not.toContain('In your home folder');
    await view().undo(async () => (await rows()).includes('In your home folder'));
    await expect(lstat(link)).rejects.toThrow();
  } finally {
    for (const left of [link, path.join(home, '.agents')]) await rm(left, { recursive: true, force: true });
  }
});
