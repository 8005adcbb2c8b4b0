import { expect, test } from 'vitest';
import { BudgetView } from './budget/budget-view.ts';
import { repositoryRoot } from './host/repository.ts';
import { vscodeForTests } from './host/vscode-for-tests.ts';
import { PreviewPanel } from './preview/preview-panel.ts';
import { SkillsView } from './skills-tree/skills-view.ts';

/* A virtual folder in a window whose extensions run on a machine: the skills of the user are there, too. */

const file = '/project/.claude/skills/review/SKILL.md';

const vscode = vscodeForTests({
  extension: { folder: repositoryRoot },
  virtualFiles: {
    '.claude/skills/review/SKILL.md': [
      '---',
      'name: review',
      'description: Reviews a diff. Use when the user asks for a review.',
      'alowed-tools: Read',
      '---',
      '',
      'Review $ARGUMENTS: !`git diff`',
      '',
    ].join('\n'),
  },
});

test('the tree shows the skills of a virtual folder', async () => {
  const view = new SkillsView(vscode().workbench);
  await view.open();
  await expect
    .poll(() => view.renderedRows())
    .toEqual([
      'User  0 · ~/.claude/skills',
      'Project  1 · .claude/skills | W1',
      '  review  Reviews a diff. Use when the user asks for a review. | W1',
    ]);
  await vscode().workbench.screenshot('virtual-tree');
});

test('a file is checked, explained, fixed and saved', async () => {
  const { workbench } = vscode();
  await new SkillsView(workbench).select('review');
  await workbench.editor.waitFor(file);
  await expect.poll(() => workbench.editor.marks()).toEqual([{ kind: 'warning', text: 'alowed-tools' }]);
  // VS Code has its own text before the server has answered.
  await expect.poll(() => workbench.editor.hover('description')).toContain('The model uses this text');
  await workbench.screenshot('virtual-findings');
  await workbench.editor.dismiss();

  await workbench.editor.goTo(await workbench.editor.find('alowed-tools', 2));
  await workbench.editor.quickFixes();
  await workbench.editor.applyQuickFix('Rename `alowed-tools` to `allowed-tools`');
  await expect.poll(() => workbench.editor.marks()).toEqual([]);
  expect(await workbench.editor.text()).toContain('\nallowed-tools: Read\n');
  await workbench.editor.save();
});

test('the budget counts it', async () => {
  const view = new BudgetView(vscode().workbench);
  await view.open();
  await expect.poll(() => view.used()).toContain('of 30,000 columns');
  await vscode().workbench.screenshot('virtual-budget');
});

test('the preview shows what Claude Code sends, and what needs a machine', async () => {
  const panel = new PreviewPanel(vscode().workbench);
  await vscode().workbench.runCommand('Skillwright: Preview Invocation with Arguments');
  await panel.shows('/review');
  await panel.field.fill('main');
  await panel.choose('Exact text');
  await expect.poll(() => panel.text()).toMatch(/^Base directory for this skill: \/project\/.claude\/skills\/review\n/);
  expect(await panel.text()).toContain('Review main: ');
  await panel.page.getByText('Folders are named as in this workspace').first().waitFor();
  await panel.page.getByText('Commands are not run here').first().waitFor();
  expect(await panel.page.getByRole('button', { name: 'Run git diff' }).count()).toBe(0);
  await vscode().workbench.screenshot('virtual-preview');
});

test('nothing is offered that needs a machine', async () => {
  const { workbench, page } = vscode();
  await workbench.closeEditors();
  await new SkillsView(workbench).select('review');
  await workbench.editor.waitFor(file);
  const lens = page.locator('.codelens-decoration').first();
  await expect.poll(() => lens.innerText()).toContain('Preview');
  expect(await lens.innerText()).not.toContain('Run');
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input:visible').first().fill('>Skillwright: ');
  const titles = page.locator('.quick-input-list .monaco-list-row .label-name');
  await expect.poll(() => titles.allInnerTexts()).toContain('Skillwright: Check All Skills');
  const offered = (await titles.allInnerTexts()).join('\n');
  for (const title of ['Run Skill', 'Prove', 'Ask Claude Code', 'Run Preview Commands', 'Past Session'])
    expect(offered).not.toContain(title);
  await workbench.screenshot('virtual-commands');
  await workbench.cancelQuestions();
});
