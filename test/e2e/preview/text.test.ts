import { beforeEach, expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { PreviewPanel } from './preview-panel.ts';
import { previewedSkills, reviewFile } from './previewed-skills.ts';

/** A megabyte in all. */
const lineCount = 20_000;
const lines = Array.from({ length: lineCount }, (_, number) => `Line ${number} of a long text, in which $0 stands.`);

const skills: PreparedSkills = {
  workspace: {
    ...previewedSkills.workspace,
    ...(isEveryTest && { '.claude/skills/long/SKILL.md': skill('Is long. Use on Mondays.', lines.join('\n')) }),
    '.claude/skills/refused/SKILL.md': skill('Is refused. Use on Mondays.', '!`curl https://example.com`\n'),
    '.claude/skills/several/SKILL.md': skill(
      'Runs several. Use on Mondays.',
      'First !`echo one`\n\n- item !`echo two`\n- other\n\n| cell |\n| --- |\n| !`echo three` |\n\nEnd\n',
      'allowed-tools: Bash(echo:*)\n',
    ),
    '.claude/skills/failing/SKILL.md': skill(
      'Fails. Use on Mondays.',
      '!`echo wrong; exit 3`\n',
      'allowed-tools: Bash\n',
    ),
    '.claude/skills/unseen/SKILL.md': skill('Hides. Use on Mondays.', 'One\u00A0two\u200Bthree\tfour $0.  \n'),
  },
};
const vscode = vscodeWithSkills(skills, { sharedAs: 'preview' });
const panel = () => new PreviewPanel(vscode().workbench);

beforeEach(() => panel().clean());

test.runIf(isEveryTest)('a text of a megabyte can be edited, and shows changes at once', async () => {
  await panel().open('.claude/skills/long/SKILL.md', '/long');
  await panel().choose('Exact text');
  await expect.poll(() => panel().page.locator('.counts').innerText()).toMatch(/^\d{3},\d{3} characters|^1,\d{3},/);
  await panel().field.pressSequentially('abc');
  await expect
    .poll(() => panel().exact.locator('.line').nth(2).innerText())
    .toBe('Line 0 of a long text, in which abc stands.');
  await expect.poll(() => panel().field.inputValue()).toBe('abc');
});

test.runIf(isEveryTest)(
  'what is left after a compaction is shown with newer skills, and marked in the editor',
  async () => {
    const { page } = vscode();
    await panel().open('.claude/skills/long/SKILL.md', '/long');
    await panel().choose('After /compact');
    const verdict = () => panel().page.locator('.verdict').innerText();
    await expect.poll(verdict).toMatch(/^The first 19,900 of [\d,]+ characters stay, /);
    const left = () => panel().page.locator('.compaction .left').innerText();
    await expect.poll(left).toMatch(/^Base directory for this skill: /);
    await panel().page.getByRole('button', { name: 'Add the Longest Other Skill' }).click();
    await expect.poll(() => panel().page.locator('.invoked li').count()).toBe(2);
    const own = () => panel().page.locator('.invoked li.own').innerText();
    await expect.poll(own).toMatch(/^\/long\s+cut: 19,900 of/);

    await panel().page.locator('.compaction summary .link').click();
    await page.locator('.monaco-editor .view-lines').getByText('cut by /compact').first().waitFor();
    await panel().choose('Rendered');
  },
);

test.runIf(isEveryTest)('the text and the editor scroll in sync', async () => {
  const { workbench, page } = vscode();
  await panel().open('.claude/skills/long/SKILL.md', '/long');
  await panel().choose('Exact text');
  await panel().exact.locator('.line').first().waitFor();
  await panel().focusEditor();
  await workbench.editor.goTo({ line: lineCount / 2 + 4, column: 1 });
  const inSight = async () => (await panel().page.locator('.exact-view').evaluate(linesInSight)) as string;
  await expect.poll(inSight).toContain(`Line ${lineCount / 2 - 1} `);

  // Scrolling that follows the editor must not count as the user's, so this scrolls repeatedly like a user.
  await expect
    .poll(async () => {
      await panel().page.locator('.exact-view').evaluate(scrollToTop);
      return page.locator('.editor-group-container .monaco-editor .view-lines').first().innerText();
    })
    .toContain('description:');
});

test.runIf(isEveryTest)('invisible characters are drawn on request, and copying gives the original text', async () => {
  const { workbench } = vscode();
  await panel().open('.claude/skills/unseen/SKILL.md', '/unseen');
  await panel().choose('Exact text');
  await expect.poll(() => panel().text()).toContain('One\u00A0two\u200Bthree\tfour $0.  ');
  await expect.poll(() => panel().exact.locator('.mark').count()).toBe(0);
  await panel().page.getByText('Show invisible characters').click();
  const marks = panel().exact.locator('.line').nth(2).locator('.mark');
  await expect.poll(() => marks.evaluateAll(signs)).toEqual(['U+00A0', 'U+200B', '→', '·', '·', '·', '↵']);
  await workbench.screenshot('preview-invisibles');
  await expect.poll(() => panel().text()).toContain('One\u00A0two\u200Bthree\tfour $0.  ');
  await panel().page.getByText('Show invisible characters').click();
  await expect.poll(() => panel().exact.locator('.mark').count()).toBe(0);
});

test('a denied command is reported on top, with the rule that would allow it', async () => {
  await panel().open('.claude/skills/refused/SKILL.md', '/refused');
  await panel().choose('Exact text');
  await expect.poll(() => panel().banner.innerText()).toContain('Claude Code would send nothing');
  const card = panel().card('curl https://example.com');
  await expect.poll(() => card.innerText()).toMatch(/Claude Code would refuse it: .*Bash\(curl/s);
  const runAll = panel().page.getByRole('button', { name: /^Run All/ });
  await expect.poll(() => runAll.count()).toBe(0);
  // Nothing is sent, so nothing is counted.
  await expect.poll(() => panel().page.locator('.counts').isVisible()).toBe(false);
  await vscode().workbench.screenshot('preview-refused');
});

test.runIf(isEveryTest)('a missing rule is added to the skill from its card, and undone in the editor', async () => {
  const { workbench } = vscode();
  await panel().open('.claude/skills/refused/SKILL.md', '/refused');
  await panel().choose('Rendered');
  const text = 'Is refused. Use on Mondays.';
  await panel()
    .card('curl https://example.com')
    .getByRole('button', { name: /^Add to allowed-tools/ })
    .click();
  await panel().focusEditor();
  await expect.poll(() => workbench.editor.text()).toContain(`${text}\nallowed-tools: "Bash(curl`);
  await expect.poll(() => panel().banner.isVisible()).toBe(false);
  await expect.poll(() => panel().cards.first().innerText()).toContain('Claude Code would run it');
  await workbench.editor.undo((it) => it.includes(text) && !it.includes('allowed-tools'));
  await expect.poll(() => panel().banner.isVisible()).toBe(true);
});

test('each command is shown at its place in the rendered text', async () => {
  await panel().open('.claude/skills/several/SKILL.md', '/several');
  await panel().choose('Rendered');
  const order = () => panel().rendered.evaluate(blocksAndCards);
  await expect
    .poll(order)
    .toEqual([
      'Base directory',
      'First',
      'card: echo one',
      'item',
      'card: echo two',
      'other',
      'cell',
      'card: echo three',
      'End',
    ]);
  await vscode().workbench.screenshot('preview-cards');
  await panel().card('echo two').getByRole('button', { name: 'Run echo two' }).click();
  await panel().answer('Run Once');
  await expect.poll(() => panel().card('echo two').innerText()).toContain('Done');
  await expect.poll(async () => (await order()).slice(3, 6)).toEqual(['item', 'card: echo two', 'other']);
  const counts = () => panel().page.locator('.counts').innerText();
  await expect.poll(counts).toContain('2 commands not run yet');

  await panel().choose('Messages');
  const messages = panel().page.locator('.messages');
  await expect.poll(() => messages.innerText()).toContain('[output of: echo one]');
  expect(await messages.innerText()).not.toContain('!`');
  await expect.poll(() => messages.locator('.pending').count()).toBe(2);
  await vscode().workbench.screenshot('preview-pending');
});

test.runIf(isEveryTest)('a failed command is reported as Claude Code does', async () => {
  await panel().open('.claude/skills/failing/SKILL.md', '/failing');
  await panel().choose('Exact text');
  await expect.poll(() => panel().banner.isVisible()).toBe(false);
  await panel().cards.first().getByRole('button', { name: /^Run / }).click();
  await panel().answer('Run Once');
  await expect.poll(() => panel().cards.first().innerText()).toMatch(/Failed \(exit code 3, .*wrong/s);
  await expect.poll(() => panel().banner.innerText()).toMatch(/Claude Code would send nothing\..*wrong/s);
  await vscode().workbench.screenshot('preview-failed');
});

test.runIf(isEveryTest)('messages and changes are listed', async () => {
  await panel().open(reviewFile, '/review');
  await panel().choose('Messages');
  const text = () => panel().page.locator('.messages').innerText();
  await expect.poll(text).toContain('<command-name>/review</command-name>');
  await expect.poll(text).toMatch(/What changes.*opus/s);
  const copy = panel().page.getByRole('button', { name: 'Copy message 1' });
  await vscode().workbench.withStatusMessage('Copied', () => copy.click());
});

/** The first words of the blocks of a rendered text, and its cards, in order. Runs in the page. */
function blocksAndCards(view: unknown): string[] {
  const found = (view as PageElement).querySelectorAll('p[data-line], li[data-line], th, .card');
  return [...(found as Iterable<PageElement & { readonly className: string; closest(selector: string): unknown }>)]
    .filter((it) => it.className === 'card' || it.closest('.card') === null)
    .map((it) => {
      const [words] = it.className === 'card' ? [...it.querySelectorAll('.command')] : [it];
      const text = (words?.textContent ?? '').trim();
      if (it.className === 'card') return `card: ${text}`;
      return /^(Base directory|\w+)/.exec(text)?.[0] ?? text;
    });
}

/** The signs for invisible characters. Runs in the page. */
function signs(elements: unknown[]): (string | null)[] {
  return (elements as { getAttribute(name: string): string | null }[]).map((it) => it.getAttribute('data-sign'));
}

interface PageElement {
  scrollTop: number;
  readonly textContent: string;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** The visible lines. Runs in the page. */
function linesInSight(view: unknown): string {
  const element = view as PageElement;
  const { top, bottom } = element.getBoundingClientRect();
  const inSight = [...element.querySelectorAll('.line')].filter((line) => {
    const place = line.getBoundingClientRect();
    return place.bottom > top && place.top < bottom;
  });
  return inSight.map(({ textContent }) => textContent).join('\n');
}

/** Runs in the page. */
function scrollToTop(view: unknown): void {
  const element = view as PageElement;
  // Also where it is at the top already.
  element.scrollTop = 1;
  element.scrollTop = 0;
}
