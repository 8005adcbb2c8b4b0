import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { everyTier } from './every-tier.ts';
import { skill, vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

const vscode = vscodeWithSkills(everyTier, { sharedAs: 'tree' });
const view = () => new SkillsView(vscode().workbench);

/** Rows as labels only, indented. */
async function labels(): Promise<string[]> {
  return (await view().renderedRows()).map((row) => row.replace(/(\S) {2}.*$/, '$1'));
}

test('shows every tier in order of precedence, and the status of each skill', async () => {
  await view().open();
  await expect
    .poll(async () => (await view().renderedRows()).map((row) => row.replace(vscode().managed, '…')))
    .toEqual([
      'Managed  1 · …/.claude/skills',
      '  deploy-guard  Checks releases before they go out. Use before a deployment.',
      'User  3 · ~/.claude/skills | W2',
      '  notes  name only · Keeps notes of meetings. Use when a meeting is named.',
      '  pdf  Extracts text from PDF files. Use when a PDF is named. | W2',
      '  review  Reviews as I like it. Use for reviews.',
      'Project  2 of 5 · .claude/skills | W3',
      '  drafts  disabled · Drafts mail. Use when the user asks for a draft.',
      '  old-dead  cannot be invoked · Nobody can call this any more. Use never. | W1',
      '  release  Makes a release with its notes. Use when a release is due.',
      '  review  hidden by User › review | W1',
      '  typed  waiting for **/*.ts · Writes TypeScript as we do. Use for TypeScript.',
      'apps/web (nested)  1 · loads when files there are read',
      '  styling  Styles components. Use for components.',
      'Commands  1 · .claude/commands',
      'Not loaded  1',
    ]);
});

test('a tooltip shows what the model sees and what it costs', async () => {
  await expect.poll(() => view().tooltip('release')).toMatch(/Makes a release with its notes.*columns/s);
});

test('icons and badges have accessible labels, and findings are in the tooltip', async () => {
  const label = async (name: string) => (await view().rows()).find((row) => row.label.startsWith(name))?.label;
  await expect.poll(() => label('drafts')).toMatch(/disabled/);
  await vscode().workbench.runCommand('Skillwright: Refresh Skills');
  await expect.poll(() => label('pdf')).toMatch(/, 2 warnings$/);
  await expect.poll(() => view().tooltip('pdf')).toMatch(/Warning: .*allowedTools/);
});

test('the problems of skills that are not open are listed as the tree counts them, once, until they are fixed', async () => {
  const { workbench, home } = vscode();
  const pdf = path.join(home, '.claude/skills/pdf/SKILL.md');
  const before = await readFile(pdf, 'utf8');
  // VS Code's own remarks about an open file have no source.
  const ours = async () => (await workbench.problems()).filter(({ source }) => source === 'skillwright');
  const ofPdf = async () => (await ours()).filter(({ file }) => file.endsWith('/pdf/SKILL.md')).length;
  // A skill of the user's home, which no folder of the workspace contains.
  await expect.poll(ofPdf).toBe(2);
  await workbench.runCommand('Skillwright: Check All Skills');
  const total = async () => (await ours()).filter(({ severity }) => severity === 'warning').length;
  const counted = async () => Number(/^(\d+) warnings.* in \d+ files$/.exec(await view().message())?.[1]);
  await expect.poll(async () => (await counted()) - (await total())).toBe(0);

  await workbench.openFile(pdf);
  await expect.poll(() => workbench.editor.marks()).not.toEqual([]);
  await expect.poll(ofPdf).toBe(2);
  await workbench.closeEditors();
  await expect.poll(ofPdf).toBe(2);
  await workbench.runCommand('Skillwright: Clear Problems of Closed Files');
  await expect.poll(() => view().message()).toBe('');
  await expect.poll(ofPdf).toBe(2);

  await writeFile(pdf, before.replace('effort: hihg\n', ''));
  await expect.poll(ofPdf).toBe(1);
  await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('PDF is named. | W1');
  await writeFile(pdf, before);
  // VS Code tells nobody of a row that is expanded while the tree is refreshed.
  await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('PDF is named. | W2');
  await workbench.runCommand('View: Hide Panel');
});

test.runIf(isEveryTest)('shows only skills with problems', async () => {
  await view().open();
  await expect.poll(labels).toEqual(expect.arrayContaining(['  notes', 'Not loaded']));
  await view().settled();
  const before = await labels();
  await vscode().workbench.runCommand('Skillwright: Show Only Skills with Problems');
  const shown = async () => (await labels()).filter((label) => ['  notes', '  pdf'].includes(label));
  await expect.poll(shown).toEqual(['  pdf']);
  await view().press('Clear Skill Filter');
  await expect.poll(labels).toEqual(before);
});

test('files of a skill are below it', async () => {
  const release = view().row('release');
  const expanded = async () => {
    if ((await release.getAttribute('aria-expanded')) === 'false') await release.locator('.monaco-tl-twistie').click();
    return labels();
  };
  await expect.poll(expanded, { interval: 2_000 }).toEqual(expect.arrayContaining(['    references', '    scripts']));
});

test('selects the skill of the active editor', async () => {
  await vscode().workbench.openFile('.claude/skills/typed/SKILL.md');
  await expect.poll(() => view().selected()).toEqual(['typed']);
});

test.runIf(isEveryTest)('groups by status', async () => {
  await view().press('Group Skills');
  await vscode().workbench.answerQuickInput('Status');
  await expect.poll(labels).toContain('Disabled');
  await view().press('Group Skills');
  await vscode().workbench.answerQuickInput('Tier');
  await expect.poll(labels).toEqual(expect.arrayContaining(['Managed', '  notes', 'Project']));
});

test('filters while the user types, and clears the filter', async () => {
  await view().settled();
  const before = await labels();
  const message = await view().message();
  await view().press('Filter Skills');
  const box = await view().question();
  await box.fill('release');
  await expect.poll(() => view().message()).toContain('“release”');
  await expect.poll(labels).not.toContain('  notes');
  await box.fill('nothing has this');
  await expect.poll(() => view().message()).toBe('No skills match “nothing has this”');
  await vscode().workbench.cancelQuestions();
  await expect.poll(labels).toEqual(before);
  await expect.poll(() => view().message()).toBe(message);

  await view().press('Filter Skills');
  await vscode().workbench.answerQuickInput('release');
  await expect.poll(labels).not.toContain('  notes');
  await view().press('Clear Skill Filter');
  await expect.poll(labels).toEqual(before);
});

test('follows the disk without losing expansion and selection', async () => {
  const { workspace } = vscode();
  await view().select('typed');
  const file = path.join(workspace, '.claude/skills/typed/SKILL.md');
  await writeFile(file, skill('Writes JavaScript as we do. Use for JavaScript.'));
  await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('Writes JavaScript');
  await expect.poll(labels).toContain('    references');
  await expect.poll(() => view().selected()).toEqual(['typed']);
  await rm(path.dirname(file), { recursive: true });
  await expect.poll(labels).not.toContain('  typed');
});

test('follows the disk outside the workspace', async () => {
  const file = path.join(vscode().home, '.claude/skills/pdf/SKILL.md');
  await writeFile(file, skill('Reads PDF files aloud. Use when somebody wants to listen.'));
  await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('Reads PDF files aloud');
});

test('reports that the server has stopped, and shows the tree when it has restarted', async () => {
  await vscode().workbench.runCommand('Skillwright: Restart Language Server');
  await expect.poll(labels).toContain('  release');
  expect(await vscode().workbench.notifications()).toEqual([]);
});
