import { beforeEach, expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { clickUntil, pressUntil } from '../host/press-until.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { PreviewPanel } from './preview-panel.ts';
import { previewedSkills, reviewFile } from './previewed-skills.ts';

const vscode = vscodeWithSkills(previewedSkills, { sharedAs: 'preview' });
const panel = () => new PreviewPanel(vscode().workbench);

beforeEach(async () => {
  await panel().clean();
  await panel().open(reviewFile, '/review');
  await panel().field.fill('');
  await panel().choose('Exact text');
});

test('typing arguments changes the text, and keeps the cursor in the field', async () => {
  const { page } = vscode();
  await expect.poll(() => panel().text()).toContain('# Review');
  await panel().field.pressSequentially('main..HEAD "only tests"');
  await expect.poll(() => panel().text()).toContain('Look at main..HEAD with **only tests** in mind');
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  await expect.poll(() => panel().text()).toContain('Look at xmain..HEAD with');
  await page.keyboard.type('y');
  await expect.poll(() => panel().text()).toContain('Look at xymain..HEAD with');
  await expect.poll(() => panel().field.inputValue()).toBe('xymain..HEAD "only tests"');
  await expect.poll(() => panel().page.locator('.counts').innerText()).toMatch(/[\d,]+ characters · ≈ [\d,]+ tokens/);
});

test.runIf(isEveryTest)('a declared argument has its own field, and both fields agree', async () => {
  const focus = panel().page.getByRole('textbox', { name: 'focus', exact: true });
  await panel().page.getByRole('textbox', { name: 'range', exact: true }).fill('main');
  await expect.poll(() => panel().field.inputValue()).toBe('main');
  await focus.pressSequentially('two words');
  await expect.poll(() => panel().text()).toContain('Look at main with **two words** in mind');
  await expect.poll(() => focus.inputValue()).toBe('two words');
  await panel().field.fill('other "than before"');
  await expect.poll(() => focus.inputValue()).toBe('than before');
});

test('typing in the editor changes the text before it is saved', async () => {
  const { workbench } = vscode();
  await panel().focusEditor();
  await workbench.editor.goAfter('# Review');
  await workbench.editor.type(' of everything');
  await expect.poll(() => panel().text()).toContain('# Review of everything\n');
});

test.runIf(isEveryTest)('the arrow keys restore previous arguments', async () => {
  for (const text of ['one', 'two']) {
    await panel().field.fill(text);
    await expect.poll(() => panel().text()).toContain(`Look at ${text} with`);
    await panel().tab('Exact text').focus();
  }
  await panel().field.press('ArrowUp');
  await expect.poll(() => panel().text()).toContain('Look at one with');
  await panel().field.press('ArrowDown');
  await expect.poll(() => panel().text()).toContain('Look at two with');
});

test('a span is a link to its source, and is marked at the cursor of the editor', async () => {
  const { workbench } = vscode();
  await panel().field.fill('main..HEAD');
  const span = panel()
    .exact.getByRole('link', { name: /^main\.\.HEAD: / })
    .first();
  await clickUntil(span, workbench.page.getByText('(6 selected)').first());
  await workbench.editor.waitFor(reviewFile);
  await panel().exact.locator('.line.current', { hasText: 'Look at main..HEAD' }).waitFor();
  await panel().exact.locator('.span.current', { hasText: 'main..HEAD' }).first().waitFor();

  await workbench.editor.goAfter('- Read [the');
  await panel().exact.locator('.line.current', { hasText: 'Read [the checklist]' }).waitFor();

  await pressUntil(workbench.page, 'Enter', workbench.page.getByText('(6 selected)').first(), 'visible', {
    focused: span,
  });
});

test('the tabs can be navigated by keyboard', async () => {
  const { page } = vscode();
  await panel().tab('Exact text').press('ArrowRight');
  await panel().page.getByRole('tabpanel', { name: 'Messages' }).waitFor();
  await expect.poll(() => panel().page.locator('.messages').innerText()).toContain('What changes');
  await page.keyboard.press('ArrowRight');
  await panel().page.getByRole('tabpanel', { name: 'After /compact' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await panel().page.getByRole('tabpanel', { name: 'Rendered' }).waitFor();
  await panel().rendered.getByRole('heading', { name: 'Review' }).waitFor();
  await page.keyboard.press('End');
  await panel().page.getByRole('tabpanel', { name: 'After /compact' }).waitFor();
});

test.runIf(isEveryTest)('two sets of arguments are compared in a diff', async () => {
  const { workbench, page } = vscode();
  await panel().field.fill('main old');
  await expect.poll(() => panel().text()).toContain('Look at main with **old**');
  await workbench.runCommand('Skillwright: Compare with Other Arguments…');
  await workbench.answerQuickInput('main new');
  await page.locator('.tab.active', { hasText: '↔' }).waitFor();
  // Side by side or, in a narrow group, one below the other.
  const diff = page.locator('.editor-group-container.active .monaco-diff-editor').first();
  await expect.poll(() => diff.innerText()).toMatch(/\*\*new\*\*/);
  await expect.poll(() => diff.innerText()).toMatch(/\*\*old\*\*/);
});

test.runIf(isEveryTest)('the text opens as a document', async () => {
  const { workbench } = vscode();
  await panel().field.fill('main');
  await expect.poll(() => panel().text()).toContain('Look at main with');
  await workbench.runCommand('Skillwright: Open Preview Text in Editor');
  await workbench.page.locator('.tab.active', { hasText: 'main.md' }).waitFor();
  await expect.poll(() => workbench.editor.text()).toContain('Look at main with');
});
