import { expect, test } from 'vitest';
import { everyTier } from './every-tier.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

/** The settings of the workspace name a folder next to it. */
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

test('an untrusted folder is shown as read-only', async () => {
  const { workbench } = vscode();
  await workbench.statusItem('Restricted Mode');
  await view().open();
  await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('release');
  await expect.poll(() => view().message()).toBe('Restricted Mode: skills are read-only');
  await workbench.screenshot('skills-tree-restricted');
});

test('folders outside of it that its settings name are not read', async () => {
  const renderedRows = (await view().renderedRows()).join('\n');
  expect(renderedRows).toContain('notes');
  expect(renderedRows).not.toContain('beside');
});

test('reading works', async () => {
  const { workbench } = vscode();
  await view().select('release');
  await workbench.editor.waitFor('/.claude/skills/release/SKILL.md');
  await expect.poll(() => view().tooltip('release')).toContain('Makes a release');
});

test('no action that changes files is offered', async () => {
  const offered = await view().menu('release');
  expect(offered).toEqual(expect.arrayContaining(['Open Skill', 'Copy Invocation', 'Copy Path']));
  for (const title of ['Rename Skill…', 'Move Skill To…', 'Copy Skill To…', 'Disable Skill', 'Delete Skill'])
    expect(offered).not.toContain(title);
  await view().drag('notes', 'Project');
  await expect.poll(async () => (await view().renderedRows()).join('\n')).toMatch(/User.*notes.*Project/s);
  expect(await vscode().workbench.notifications()).toEqual([]);
});
