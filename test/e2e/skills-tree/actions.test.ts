import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeZip } from '../../hostile/zips.ts';
import { everyTier } from './every-tier.ts';
import { vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

const vscode = vscodeWithSkills(everyTier, { sharedAs: 'tree' });
const view = () => new SkillsView(vscode().workbench);
const userSkills = () => readdir(path.join(vscode().home, '.claude/skills'));
const projectSkills = () => readdir(path.join(vscode().workspace, '.claude/skills'));
/** The skills that a group shows: a dragged row must not move because the tree is still being updated. */
const shownIn = async (group: string) => {
  const rows = await view().renderedRows();
  const start = rows.findIndex((row) => row.startsWith(`${group}  `));
  const end = rows.findIndex((row, index) => index > start && !row.startsWith(' '));
  return rows.slice(start + 1, end).map((row) => row.trim().replace(/ {2}.*$/, ''));
};
const text = (file: string) => readFile(path.join(vscode().workspace, file), 'utf8');

afterEach(async () => {
  expect(await vscode().workbench.notifications(), 'nothing that works calls for attention').toEqual([]);
});

test('each skill offers the actions that it supports', async () => {
  await view().open();
  await view().row('deploy-guard').waitFor();
  const all = [
    'Open Skill',
    'Open Skill to the Side',
    'Preview Invocation with Arguments',
    'Run Skill…',
    'Why Is This Skill Used, or Not?',
    'Investigate',
    'Show Past Sessions of This Skill',
    'Prove with Claude Code',
    'Review Trust',
    'Show Origin',
    'Show Field Support',
    'Evaluate',
    'New Evaluation Case…',
    'New Evaluation Case from Past Session…',
    'Measure Triggering…',
    'Improve Description…',
    'Visibility and Permissions',
    'Show Only Skill Name to Model',
    'Disable Skill',
    'Always Allow Skill…',
    'Organize',
    'Rename Skill…',
    'Duplicate Skill…',
    'Move Skill To…',
    'Share or Package…',
    'Copy and Reveal',
    'Use Skill in Chat',
    'Copy Invocation',
    'Copy Path',
    'Reveal in Explorer View',
    'Delete Skill',
  ];
  await expect.poll(() => view().menu('release')).toEqual(all);
  const readOnly = ['Share or Package…', 'Rename Skill…', 'Move Skill To…', 'Delete Skill'];
  const managed = async () =>
    (await view().menu('deploy-guard', 'Organize')).filter((title) => readOnly.includes(title));
  await expect.poll(managed).toEqual(['Share or Package…']);
  await expect.poll(() => view().menu('drafts', 'Visibility and Permissions')).toContain('Enable Skill');
});

test('dragging moves a skill to another tier with its links, and undo brings them back', async () => {
  const { home, workspace } = vscode();
  const [ofUser, ofProject] = [home, workspace].map((it) => path.join(it, '.claude/skills/pdf/more.md')) as [
    string,
    string,
  ];
  const linked = (to: string) => `See [notes](${to}).\n`;
  await view().drag('pdf', 'Project', async () => (await projectSkills()).includes('pdf'));
  await expect.poll(userSkills).not.toContain('pdf');
  const notes = path.relative(path.dirname(ofProject), path.join(home, '.claude/skills/notes/SKILL.md'));
  await expect.poll(() => readFile(ofProject, 'utf8')).toBe(linked(notes));
  await expect.poll(() => view().selected()).toEqual(['pdf']);
  await (await vscode().workbench.statusItem('Moved pdf to Project')).click();
  await expect.poll(userSkills).toContain('pdf');
  await expect.poll(projectSkills).not.toContain('pdf');
  await expect.poll(() => readFile(ofUser, 'utf8')).toBe(linked('../notes/SKILL.md'));
  await expect.poll(() => shownIn('User')).toEqual(['notes', 'pdf', 'review']);
});

test('another name is requested if it is taken, and nothing is lost', async () => {
  const box = await view().dragToQuestion('review', 'Project');
  await expect.poll(() => box.inputValue()).toBe('review-2');
  await vscode().workbench.cancelQuestions();
  expect(await userSkills()).toContain('review');
  await view().dragToQuestion('review', 'Project');
  await vscode().workbench.answerQuickInput();
  await expect.poll(projectSkills).toContain('review-2');
  expect(await projectSkills()).toContain('review');
  await expect.poll(() => view().selected()).toEqual(['review-2']);
  await view().undo(async () => (await userSkills()).includes('review'));
  await expect.poll(() => shownIn('User')).toEqual(['notes', 'pdf', 'review']);
});

test('managed skills cannot be moved', async () => {
  await view().drag('deploy-guard', 'User', async () => (await vscode().workbench.notifications()).length > 0);
  await expect
    .poll(() => vscode().workbench.notifications())
    .toEqual([expect.stringContaining('deploy-guard is read-only')]);
  expect(await userSkills()).not.toContain('deploy-guard');
  await vscode().workbench.clearNotifications();
});

test('the name of a new skill is validated, and it is opened at its description', async () => {
  const { workbench, home } = vscode();
  // A failed attempt may have created it.
  await rm(path.join(home, '.claude/skills/summing-up'), { recursive: true, force: true });
  await view().choose('User', 'New Skill');
  const box = await view().question();
  const message = vscode().page.locator('.quick-input-widget .quick-input-message');
  await box.fill('pdf');
  await expect.poll(() => message.innerText()).toContain('already exists');
  await box.press('Enter');
  await box.fill('Summing Up');
  await expect.poll(() => message.innerText()).toContain('other products accept only');
  await box.fill('init');
  await expect.poll(() => message.innerText()).toContain('would replace Claude Code’s own skill “/init”');
  await view().nameNewSkill('summing-up', 'An action that asks first');
  await workbench.editor.waitFor(path.join(vscode().home, '.claude/skills/summing-up/SKILL.md'));
  await expect.poll(() => view().selected()).toEqual(['summing-up']);
  // The part to replace is selected a moment after the file is shown.
  await workbench.page
    .getByText(/\(\d+ selected\)/)
    .first()
    .waitFor();
  await workbench.editor.type('Sums up.');
  // Tab leads to the next text that the author replaces.
  await workbench.page.keyboard.press('Tab');
  await workbench.page.keyboard.type('Everything is ready.');
  await expect.poll(() => workbench.editor.text()).toMatch(/^description: "Sums up\."$/m);
  await expect.poll(() => workbench.editor.text()).toMatch(/^1\. Everything is ready\.$/m);
  await workbench.editor.save();
});

test('deleting asks first, and undo restores what was deleted', async () => {
  await view().select('summing-up');
  await view().keyToDialog('Delete');
  await view().answer('Cancel');
  expect(await userSkills()).toContain('summing-up');
  await view().keyToDialog('Delete');
  await view().answer('Move to Trash');
  // A remote machine has no trash.
  await view().answer('Delete Permanently');
  await expect.poll(userSkills).not.toContain('summing-up');
  await view().undo(async () => (await userSkills()).includes('summing-up'));
  const back = await readFile(path.join(vscode().home, '.claude/skills/summing-up/SKILL.md'), 'utf8');
  expect(back).toContain('Sums up.');
});

test('undo asks first if something has changed since', async () => {
  await view().undoToQuestion();
  await view().answer('Cancel');
  expect(await userSkills()).toContain('summing-up');
  await view().undoToQuestion();
  await view().answer('Delete');
  await expect.poll(userSkills).not.toContain('summing-up');
});

test('renames by keyboard', async () => {
  await view().select('release');
  const box = await view().keyToQuestion('F2');
  await expect.poll(() => box.inputValue()).toBe('release');
  await vscode().workbench.answerQuickInput('releasing');
  await expect.poll(projectSkills).toContain('releasing');
  expect(existsSync(path.join(vscode().workspace, '.claude/skills/releasing/references/checklist.md'))).toBe(true);
  await expect.poll(() => view().selected()).toEqual(['releasing']);
  await view().undo(async () => (await projectSkills()).includes('release'));
  expect(await projectSkills()).not.toContain('releasing');
});

test('duplicates next to the original', async () => {
  await view().choose('release', 'Duplicate Skill…');
  await vscode().workbench.answerQuickInput();
  await expect.poll(projectSkills).toContain('release-2');
  await expect.poll(() => text('.claude/skills/release-2/SKILL.md')).toMatch(/^name: release-2$/m);
  expect(await text('.claude/skills/release-2/references/checklist.md')).toContain('Changelog');
  await expect.poll(() => view().selected()).toEqual(['release-2']);
  await view().undo(async () => !(await projectSkills()).includes('release-2'));
});

test('copies to another tier', async () => {
  await view().choose('deploy-guard', 'Share or Package…');
  await view().pick('As a Copy');
  await view().pick('User');
  await expect.poll(userSkills).toContain('deploy-guard');
  await view().undo(async () => !(await userSkills()).includes('deploy-guard'));
});

const settings = everyTier.workspace!['.claude/settings.json']!;
const writeSettings = (content: string) => writeFile(path.join(vscode().workspace, '.claude/settings.json'), content);

test('disables in the settings that the user selects, and undo restores them', async () => {
  await writeSettings(settings);
  await view().choose('release', 'Disable Skill');
  await view().pick('for everyone');
  await expect
    .poll(() => text('.claude/settings.json'))
    .toBe(settings.replace('"drafts": "off"', '"drafts": "off",\n    "release": "off"'));
  await expect.poll(() => view().menu('release', 'Visibility and Permissions')).toContain('Enable Skill');
  await view().undo(async () => (await text('.claude/settings.json')) === settings);
  // VS Code takes what is written before it has finished saving for what it has saved.
  await expect.poll(() => view().menu('release', 'Visibility and Permissions')).toContain('Disable Skill');
});

test('disables in settings with mixed line endings, and undo restores every byte', async () => {
  const mixed = '\uFEFF{\n  "skillOverrides": {\r\n    "drafts": "off",\r    "typed": "off"\n  }\r\n}\n';
  await writeSettings(mixed);
  await expect.poll(() => view().menu('typed', 'Visibility and Permissions')).toContain('Enable Skill');
  await view().choose('release', 'Disable Skill');
  await view().pick('for everyone');
  const withLineFeeds = async () => (await text('.claude/settings.json')).replaceAll(/\r\n?/g, '\n');
  const expected = mixed.replaceAll(/\r\n?/g, '\n').replace('"typed": "off"', '"typed": "off",\n    "release": "off"');
  await expect.poll(withLineFeeds).toBe(expected);
  await expect.poll(() => view().menu('release', 'Visibility and Permissions')).toContain('Enable Skill');
  await view().undo(async () => (await text('.claude/settings.json')) === mixed);
  await writeSettings(settings);
  // A row of a tree that is being updated is not known to its menu.
  await expect.poll(() => view().menu('typed', 'Visibility and Permissions')).toContain('Disable Skill');
});

test('always allows a skill only after a confirmation, and undo removes that', async () => {
  const file = path.join(vscode().workspace, '.claude/settings.local.json');
  const present = () => existsSync(file);
  await view().choose('release', 'Always Allow Skill…');
  await vscode().page.locator('.monaco-dialog-box', { hasText: 'Skill(release)' }).waitFor();
  expect(present()).toBe(false);
  await view().answer('Always Allow');
  await expect.poll(present).toBe(true);
  await expect.poll(() => text('.claude/settings.local.json')).toContain('"Skill(release)"');
  await view().undo(() => !present());
});

test('an archive whose name leads elsewhere is imported under a name that the user enters', async () => {
  const archive = path.join(vscode().home, '...zip');
  const settings = path.join(vscode().home, '.claude/settings.json');
  const before = existsSync(settings) && (await readFile(settings, 'utf8'));
  const hooks = '{"hooks": {}}';
  await writeFile(
    archive,
    makeZip([
      { name: 'SKILL.md', content: '---\ndescription: Was imported.\n---\n' },
      { name: 'settings.json', content: hooks },
    ]),
  );
  await view().choose('User', 'Import Skill…');
  await view().pick('Zip File');
  const dialog = await view().question();
  await expect.poll(() => dialog.inputValue()).toContain('/');
  const box = await view().question();
  const asked = async () => {
    const value = await box.inputValue();
    if (value === '..') return value;
    // Typed again if the dialog has replaced it by its initial folder, and pressed again while it reads that.
    if (value !== archive) await box.fill(archive);
    await box.press('Enter');
    return value;
  };
  await expect.poll(asked, { interval: 1_000 }).toBe('..');
  await box.press('Enter');
  const message = vscode().page.locator('.quick-input-widget .quick-input-message');
  await expect.poll(() => message.innerText()).toContain('A name must be a single folder name');
  await vscode().workbench.answerQuickInput('imported');
  await expect.poll(userSkills).toContain('imported');
  const imported = () => readdir(path.join(vscode().home, '.claude/skills/imported'));
  await expect.poll(imported).toEqual(['SKILL.md', 'settings.json']);
  expect(existsSync(settings) && (await readFile(settings, 'utf8'))).toBe(before);
  await expect.poll(() => view().selected()).toEqual(['imported']);
  await view().undo(async () => !(await userSkills()).includes('imported'));
});

test('copies the invocation', async () => {
  await view().select('release');
  const copied = async () => {
    // Pressed again each time: an editor that is still opening may take the first one.
    await view().key('ControlOrMeta+C');
    return vscode().page.evaluate('navigator.clipboard.readText()');
  };
  await expect.poll(copied).toBe('/release');
});

test('every action is in the command palette, which asks for the skill', async () => {
  const { workbench } = vscode();
  await workbench.runCommand('Skillwright: Open Skill');
  await workbench.answerQuickInput('styling');
  await workbench.editor.waitFor(path.join(vscode().workspace, 'apps/web/.claude/skills/styling/SKILL.md'));
});
