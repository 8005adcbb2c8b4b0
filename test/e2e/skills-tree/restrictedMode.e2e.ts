import { expect, test } from 'vitest';
import { everyTier } from './everyTier.ts';
import { vscodeWithSkills } from './preparedSkills.ts';
import { SkillsView } from './skillsView.ts';

const vscode = vscodeWithSkills(everyTier, { workspaceTrust: true });
const view = () => new SkillsView(vscode().workbench);

test('a folder that is not trusted is shown, and said to be read-only', async () => {
  const { workbench } = vscode();
  await workbench.statusItem('Restricted Mode');
  await view().open();
  await expect.poll(async () => (await view().drawn()).join('\n')).toContain('release');
  await expect.poll(() => view().message()).toBe('Restricted Mode: skills can be read, not changed');
  await workbench.screenshot('skills-tree-restricted');
});

test('reading works', async () => {
  const { workbench } = vscode();
  await view().select('release');
  await workbench.editor.waitFor('/.claude/skills/release/SKILL.md');
  await expect.poll(() => view().tooltip('release')).toContain('Makes a release');
});

test('nothing that changes files is offered', async () => {
  const offered = await view().menu('release');
  expect(offered).toEqual(expect.arrayContaining(['Open Skill', 'Copy Invocation', 'Copy Path']));
  for (const title of ['Rename Skill…', 'Move Skill To…', 'Copy Skill To…', 'Disable Skill', 'Delete Skill'])
    expect(offered).not.toContain(title);
  await view().drag('notes', 'Project');
  await expect.poll(async () => (await view().drawn()).join('\n')).toMatch(/User.*notes.*Project/s);
  expect(await vscode().workbench.notifications()).toEqual([]);
});
