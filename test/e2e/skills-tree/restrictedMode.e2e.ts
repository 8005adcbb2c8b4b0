import { expect, test } from 'vitest';
import { everyTier } from './everyTier.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from './preparedSkills.ts';
import { SkillsView } from './skillsView.ts';

/** The settings of the workspace name a folder beside it. */
const namingOutside: PreparedSkills = {
  ...everyTier,
  home: { ...everyTier.home, 'elsewhere/.claude/skills/beside/SKILL.md': skill('Lies beside the workspace.') },
  workspace: {
    ...everyTier.workspace,
    '.vscode/settings.json': JSON.stringify({ 'skillwright.addedFolders': ['../home/elsewhere'] }),
  },
};

const vscode = vscodeWithSkills(namingOutside, { workspaceTrust: true });
const view = () => new SkillsView(vscode().workbench);

test('a folder that is not trusted is shown, and said to be read-only', async () => {
  const { workbench } = vscode();
  await workbench.statusItem('Restricted Mode');
  await view().open();
  await expect.poll(async () => (await view().drawn()).join('\n')).toContain('release');
  await expect.poll(() => view().message()).toBe('Restricted Mode: skills are read-only');
  await workbench.screenshot('skills-tree-restricted');
});

test('what its settings name outside of it is not read', async () => {
  const drawn = (await view().drawn()).join('\n');
  expect(drawn).toContain('notes');
  expect(drawn).not.toContain('beside');
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
