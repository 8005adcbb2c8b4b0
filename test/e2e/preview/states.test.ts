import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { clickUntil } from '../host/press-until.ts';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { PreviewPanel } from './preview-panel.ts';
import { previewedSkills, reviewFile } from './previewed-skills.ts';

const marking = '.claude/skills/marking/SKILL.md';

describe('the preview', () => {
  const vscode = vscodeWithSkills(previewedSkills, { sharedAs: 'preview' });
  const panel = () => new PreviewPanel(vscode().workbench);
  const previewTabs = () =>
    vscode()
      .page.locator('.tab', { hasText: /Preview\]? \// })
      .allInnerTexts();

  beforeEach(() => panel().clean());

  test('follows the editor to other skills, and ignores other files', async () => {
    const { workbench } = vscode();
    await panel().open(reviewFile, '/review');
    await panel().focusEditor();
    await workbench.openFile(marking);
    await panel().shows('/marking');
    await workbench.openFile('notes.md');
    await expect.poll(previewTabs).toEqual([expect.stringContaining('Preview /marking')]);
    await panel().shows('/marking');
  });

  test('keeps its skill when it is locked, and another preview follows', async () => {
    const { workbench, page } = vscode();
    await panel().open(reviewFile, '/review');
    await workbench.runCommand('Skillwright: Lock Preview to Current Skill');
    await expect.poll(previewTabs).toEqual([expect.stringContaining('[Preview] /review')]);
    await panel().focusEditor();
    await workbench.openFile(marking);
    await workbench.runCommand('Skillwright: Preview Invocation with Arguments');
    await expect
      .poll(async () => (await previewTabs()).sort())
      .toEqual([expect.stringContaining('Preview /marking'), expect.stringContaining('[Preview] /review')]);
    await page.locator('.tab', { hasText: '[Preview] /review' }).click();
    await panel().shows('/review');
  });

  test('in front, commands are about its skill', async () => {
    const { workbench, page } = vscode();
    await panel().open(reviewFile, '/review');
    await panel().page.locator('.invocation').first().click();
    await workbench.runCommand('Skillwright: Why Is This Skill Used, or Not?');
    await page.locator('.tab.active', { hasText: 'Why is review used, or not?' }).waitFor();
  });

  test('keeps its scroll position when it is locked and hidden', async () => {
    const { workbench, page } = vscode();
    await panel().open(reviewFile, '/review');
    await panel().choose('Rendered');
    await panel().rendered.getByText('The end.').waitFor();
    await workbench.runCommand('Skillwright: Lock Preview to Current Skill');
    const view = panel().page.locator('.rendered-view');
    const top = () => view.evaluate(scrollTopOf);
    const scrolled = async () => {
      await view.evaluate(scrollTo400);
      return top();
    };
    await expect.poll(scrolled).toBe(400);
    await panel().focusEditor();
    await workbench.openFile(marking);
    await workbench.openFile(reviewFile);
    await expect.poll(top).toBe(400);
    // Another tab in the group of the preview hides it, and its page is removed.
    await page.waitForTimeout(500);
    const tab = page.locator('.tab', { hasText: '[Preview] /review' });
    await tab.click();
    await workbench.openFile('notes.md');
    await page.locator('.webview.ready').waitFor({ state: 'detached' });
    await tab.click();
    await panel().shows('/review');
    // Cards above it may be laid out a little differently.
    await expect.poll(async () => Math.abs((await top()) - 400)).toBeLessThan(30);
  });

  test('says of a skill that nobody can invoke why, and what to do', async () => {
    const { workbench } = vscode();
    await panel().open(marking, '/marking');
    await panel().focusEditor();
    const fields = 'user-invocable: false\ndisable-model-invocation: true\n';
    await workbench.editor.replaceAll(skill('Marks. Use on Mondays.', 'Text', fields));
    await expect.poll(() => panel().notice.innerText()).toMatch(/Nobody can invoke this skill.*Remove/s);
    await expect.poll(() => panel().page.locator('.counts').innerText()).toMatch(/^If sent: /);
    await workbench.screenshot('preview-nobody');
    await workbench.editor.replaceAll(skill('Marks. Use on Mondays.', 'Text', 'user-invocable: false\n'));
    await expect.poll(() => panel().notice.innerText()).toContain('Only Claude can invoke this skill');
    const calls = panel().page.locator('.calls li');
    await expect.poll(() => calls.nth(0).innerText()).toContain('Typed by the user: refused');
    await expect.poll(() => calls.nth(1).innerText()).toContain('Called by the model: loads it without asking');
    await workbench.screenshot('preview-hidden-skill');
    await workbench.editor.replaceAll(skill('Marks. Use on Mondays.', 'Text'));
    await expect.poll(() => panel().notice.isVisible()).toBe(false);
  });

  test('opens from the tree of skills', async () => {
    const view = new SkillsView(vscode().workbench);
    await view.open();
    await view.choose('slow', 'Preview Invocation with Arguments');
    await panel().shows('/slow');
  });

  test('opens from the CodeLens above a skill, and from the title of its editor', async () => {
    const { workbench, page } = vscode();
    await workbench.openFile(marking);
    // The editor returns to where it was left, and the lens may appear above that.
    await workbench.editor.scrollToTop();
    const invocation = (name: string) => panel().page.locator('.invocation .name', { hasText: name });
    await clickUntil(page.locator('.codelens-decoration a', { hasText: 'Preview' }).first(), invocation('/marking'));
    await panel().shows('/marking');
    await panel().clean();
    await workbench.openFile(reviewFile);
    const button = page.locator('.editor-actions').getByRole('button', { name: 'Preview Invocation' }).first();
    await clickUntil(button, invocation('/review'));
    await panel().shows('/review');
    // A user who opens a preview will type.
    await expect.poll(() => panel().field.evaluate(hasFocus)).toBe(true);
  });

  test('reports that a file was deleted', async () => {
    const { workbench, workspace } = vscode();
    const file = path.join(workspace, '.claude/skills/passing/SKILL.md');
    await writeSkill(file);
    await panel().open('.claude/skills/passing/SKILL.md', '/passing');
    await panel().focusEditor();
    await workbench.runCommand('View: Close Editor');
    await rm(path.dirname(file), { recursive: true });
    await expect.poll(() => panel().page.locator('main').innerText()).toContain('no longer exists');
    await panel().page.getByRole('button', { name: 'Choose a Skill…' }).waitFor();
    await workbench.screenshot('preview-gone');
  });

  test('reports that a skill is empty', async () => {
    const { workbench } = vscode();
    await panel().open(marking, '/marking');
    await panel().focusEditor();
    await workbench.editor.replaceAll('---\ndescription: Nothing.\n---\n');
    await expect.poll(() => panel().page.locator('.notes').innerText()).toContain('The skill has no instructions');
  });

  test('keeps only HTML that shows text', async () => {
    await panel().open('.claude/skills/markup/SKILL.md', '/markup');
    await panel().choose('Rendered');
    await panel().rendered.getByText('End of it').waitFor();
    const kept = await panel().rendered.evaluate(everythingIn);
    const ours =
      /^(data-line=|role=link|tabindex=0|dir=auto|data-address=x\.md|id=user-content-[\w-]+|class=(code-line)?)$/;
    const known = ['h1', 'p', 'a', 'div', 'span', 'details', 'summary', 'table', 'tbody', 'tr', 'td'];
    expect(kept.filter((it) => !known.includes(it) && !ours.test(it))).toEqual([]);
    await expect.poll(() => panel().rendered.innerText()).toContain('words of marquee');
    await expect.poll(() => panel().rendered.innerText()).toContain('[Image: x.png]');
  });

  test('runs nothing in the text, and follows links only on request', async () => {
    const { workbench, page } = vscode();
    await panel().open(reviewFile, '/review');
    await panel().choose('Rendered');
    await panel().rendered.getByRole('heading', { name: 'Review' }).waitFor();
    expect(await panel().rendered.locator('script, form, input, img, style, iframe').count()).toBe(0);
    expect(await panel().rendered.locator('[onclick], [style], [href]').count()).toBe(0);
    await panel().rendered.getByRole('link', { name: 'the guide' }).click();
    await expect.poll(() => panel().question.innerText()).toContain('https://example.com/guide');
    await panel().answer('Cancel');
    await panel().rendered.getByRole('link', { name: 'the checklist' }).click();
    await page.locator('.tab.active', { hasText: 'checklist.md' }).waitFor();
    await workbench.editor.waitFor('/review/references/checklist.md');
  });
});

async function writeSkill(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, skill('Is there for a while. Use on Mondays.', 'Go.'));
}

/** Runs in the page. */
function scrollTo400(view: unknown): void {
  (view as { scrollTop: number }).scrollTop = 400;
}

/** Runs in the page. */
function scrollTopOf(view: unknown): number {
  return Math.round((view as { scrollTop: number }).scrollTop);
}

/** Whether an element has the focus. Runs in the page. */
function hasFocus(element: unknown): boolean {
  return element === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement;
}

interface PageElement {
  readonly tagName: string;
  getAttributeNames(): string[];
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Runs in the page: the tags of all elements and their attributes, except their line numbers. */
function everythingIn(view: unknown): string[] {
  return [...(view as PageElement).querySelectorAll('*')].flatMap((element) => [
    element.tagName.toLowerCase(),
    ...element.getAttributeNames().map((name) => `${name}=${name === 'data-line' ? '' : element.getAttribute(name)}`),
  ]);
}
