import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BudgetView } from './budget/budget-view.ts';
import { pressUntil } from './host/press-until.ts';
import { testOutput } from './host/repository.ts';
import { tryTwice } from './host/vscode-for-tests.ts';
import { PreviewPanel } from './preview/preview-panel.ts';
import { SkillsView } from './skills-tree/skills-view.ts';
import { openWebVsCode, type WebVsCode } from './web/web-vscode.ts';

const file = '/project/.claude/skills/review/SKILL.md';

let vscode: WebVsCode;

beforeAll(async () => {
  const open = () => openWebVsCode({ files });
  vscode = await tryTwice(open);
});

const files = {
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
  '.claude/skills/writing/SKILL.md': '---\ndescription: Writes notes. Use before a release.\n---\n\nWrite.\n',
};

afterAll(() => vscode?.close());

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const folder = path.join(testOutput, 'failures');
  await mkdir(folder, { recursive: true });
  await vscode.page.screenshot({ path: path.join(folder, `web-${task.name.replaceAll(/\W+/g, '-')}.png`) });
  console.warn(vscode.errors.join('\n'));
});

test('the tree shows the skills of a virtual folder, and says that there are no others', async () => {
  const view = new SkillsView(vscode.workbench);
  await view.open();
  await expect
    .poll(() => view.renderedRows())
    .toEqual([
      'Project  2 · .claude/skills | W1',
      '  review  Reviews a diff. Use when the user asks for a review. | W1',
      '  writing  Writes notes. Use before a release.',
    ]);
  await expect.poll(() => view.pane.innerText()).toContain('In a browser: only the skills of this workspace');
  await vscode.workbench.screenshot('web-tree');
});

test('a file is checked, explained, completed and fixed', async () => {
  const { workbench } = vscode;
  await new SkillsView(workbench).select('review');
  await workbench.editor.waitFor(file);
  await expect.poll(() => workbench.editor.marks()).toEqual([{ kind: 'warning', text: 'alowed-tools' }]);
  await workbench.editor.hover('description');
  await expect.poll(() => workbench.editor.hoverText()).toContain('The model uses this text');
  await workbench.screenshot('web-findings');
  await workbench.editor.dismiss();

  await workbench.editor.goTo(await workbench.editor.find('alowed-tools', 2));
  const fix = 'Rename `alowed-tools` to `allowed-tools`';
  await expect.poll(() => workbench.editor.quickFixes()).toContain(fix);
  await workbench.editor.applyQuickFix(fix);
  await expect.poll(() => workbench.editor.marks()).toEqual([]);
  await expect.poll(() => workbench.editor.text()).toContain('\nallowed-tools: Read\n');
  await workbench.editor.save();
});

test('the budget is that of the workspace', async () => {
  const view = new BudgetView(vscode.workbench);
  await view.open();
  await expect.poll(() => view.used()).toContain('of 30,000 columns');
  // The skills of the user would count, too.
  await expect.poll(() => view.page.locator('body').innerText()).toContain('≈');
  await vscode.workbench.screenshot('web-budget');
});

test('the preview shows what Claude Code sends', async () => {
  const panel = new PreviewPanel(vscode.workbench);
  await vscode.workbench.runCommand('Skillwright: Preview Invocation with Arguments');
  await panel.shows('/review');
  await panel.field.fill('main');
  await panel.choose('Exact text');
  await expect.poll(() => panel.text()).toContain('Review main: ');
  await panel.page.getByText('Commands are not run here').first().waitFor();
  expect(await panel.page.getByRole('button', { name: 'Run git diff' }).count()).toBe(0);
  await vscode.workbench.screenshot('web-preview');
});

test('nothing is offered that needs a machine', async () => {
  const { page, workbench } = vscode;
  // VS Code gives up asking for CodeLenses when the focus leaves the text, as it did for the preview.
  await workbench.closeEditors();
  await new SkillsView(workbench).select('review');
  await workbench.editor.waitFor(file);
  await expect.poll(() => page.locator('.codelens-decoration').first().innerText()).toContain('Preview');
  expect(await page.locator('.codelens-decoration').first().innerText()).not.toContain('Run');
  expect(await page.locator('.pane-header[aria-label^="Runs"]').count()).toBe(0);
  const input = page.locator('.quick-input-widget input:visible').first();
  await pressUntil(page, 'F1', input, 'visible');
  await input.fill('>Skillwright: ');
  const titles = page.locator('.quick-input-list .monaco-list-row .label-name');
  await expect.poll(() => titles.allInnerTexts()).toContain('Skillwright: Check All Skills');
  const offered = (await titles.allInnerTexts()).join('\n');
  for (const title of ['Run Skill', 'Prove', 'Ask Claude Code', 'Run Preview Commands'])
    expect(offered).not.toContain(title);
  await workbench.cancelQuestions();
  expect(vscode.errors.filter((error) => /skillwright/i.test(error))).toEqual([]);
});
