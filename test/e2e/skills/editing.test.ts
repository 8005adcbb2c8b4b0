import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { vscodeForTests } from '../host/vscode-for-tests.ts';
import { packedInSample, skillFile, writeToWorkspace } from './sample-workspace.ts';

const vscode = vscodeForTests({ ...packedInSample, sharedAs: 'sample' });

beforeEach(async ({ task }) => {
  // What a failed attempt typed would be in the way of the next one.
  if (task.result?.retryCount) await vscode().workbench.runCommand('File: Revert File');
});

/** The text of another hover than the one before: the first may appear before the language server has started. */
async function newHover(text: string): Promise<string> {
  const { editor } = vscode().workbench;
  await editor.dismiss();
  await editor.hover(text);
  return editor.hoverText();
}

test.runIf(isEveryTest)('a field that only Claude Code reads: the hover explains what VS Code reports', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  await workbench.openFile(skillFile('reviewing-diffs'));
  await expect.poll(() => editor.underlines()).toMatchObject({ faded: expect.toSatisfy((count) => count > 0) });
  await expect.poll(() => newHover('allowed-tools'), { interval: 1_000 }).toContain('Tools that run without asking');
  // The hover grows with each answer.
  const text = () => editor.hoverText();
  await expect.poll(text).toContain("Attribute 'allowed-tools' is not supported by VS Code skills");
  await expect.poll(text).toContain('concerns Copilot only. Claude Code reads this field');
  await editor.dismiss();
});

test('a common field: the hover describes it and its effect', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  await workbench.openFile(skillFile('reviewing-diffs'));
  await expect.poll(() => newHover('name: reviewing'), { interval: 1_000 }).toContain('Invoked as /reviewing-diffs');
  expect(await editor.hoverText()).not.toContain('its own agent');
  const link = vscode().page.locator('.monaco-hover a', { hasText: 'Claude Code: skills' }).first();
  expect(await link.getAttribute('data-href')).toMatch(/^https:/);
  await editor.dismiss();
});

test('a placeholder: the hover shows what replaces it', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  await workbench.openFile(skillFile('reviewing-diffs'));
  await editor.hover('$focus');
  await expect.poll(() => editor.hoverText()).toContain('The second argument, named in arguments');
  await editor.dismiss();
});

test('the hover does not repeat a finding', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  await workbench.openFile(skillFile('drafting-mail'));
  await expect.poll(() => editor.marks()).toHaveLength(5);
  await editor.hover('hihg');
  await expect.poll(() => editor.hoverText()).toContain('xhigh');
  await expect
    .poll(async () => (await editor.hoverText()).match(/Claude Code does not (recognize|know)/g))
    .toHaveLength(1);
  await editor.dismiss();
});

test('completion offers a field with its documentation, and inserts it with tab stops', async () => {
  const { workbench } = vscode();
  const { editor, page } = workbench;
  await workbench.openFile(skillFile('reviewing-diffs'));
  await editor.goAfter('effort: high');
  await editor.type('\n');
  const offered = () => editor.suggestions();
  await expect.poll(offered).toEqual(expect.arrayContaining(['when_to_use', 'disable-model-invocation', 'license']));
  const labels = await offered();
  expect(labels).not.toContain('description');
  expect(new Set(labels).size, 'no field is offered twice').toBe(labels.length);
  await editor.type('cont');
  await expect.poll(() => page.locator('.suggest-widget .monaco-list-row').count()).toBeGreaterThan(0);
  await editor.showDocumentation();
  await expect.poll(() => editor.documentation()).toContain('Read by Claude Code');
  await editor.acceptSuggestion('context');
  await expect.poll(() => editor.text()).toContain('\neffort: high\ncontext: fork\n---\n');
});

test.runIf(isEveryTest)(
  'completion offers a value with its meaning, and inserts it at the right position',
  async () => {
    const { workbench } = vscode();
    const { editor } = workbench;
    await workbench.openFile(skillFile('reviewing-diffs'));
    await editor.goAfter('effort: high');
    await editor.type('\nshell:');
    await editor.type(' ');
    await editor.dismiss();
    await expect.poll(() => editor.suggestions()).toEqual(['bash', 'powershell']);
    await editor.showDocumentation();
    await expect.poll(() => editor.documentation()).not.toBe('');
    await editor.acceptSuggestion('powershell');
    await expect.poll(() => editor.text()).toContain('\neffort: high\nshell: powershell\n');
  },
);

test.runIf(isEveryTest)('in the body, prose is typed in peace, and a command after `!` is proposed', async () => {
  const { editor, page } = vscode().workbench;
  const list = page.locator('.suggest-widget.visible');
  await editor.goAfter('then style.');
  await editor.type(' This and/or that (x): 5/1, "a" - see /usr and $5.');
  await expect.poll(() => list.count()).toBe(0);
  await editor.type('\n\n!`');
  await expect.poll(() => list.locator('.label-name').allInnerTexts()).toContain('git diff --stat');
  await editor.acceptSuggestion('git branch --show-current');
  await expect.poll(() => editor.text()).toContain('see /usr and $5.\n\n!`git branch --show-current`');
  await editor.goAfter('then style.');
  await editor.type(' See @.claude/');
  await expect.poll(() => list.locator('.label-name').allInnerTexts()).toContain('skills/');
  await editor.acceptSuggestion('skills/');
  await expect.poll(() => editor.text()).toContain('then style. See @.claude/skills/ This');
  await editor.dismiss();
});

test('the light bulb fixes a finding', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  await workbench.openFile(skillFile('drafting-mail'));
  await editor.goTo(await editor.find('hihg', 1));
  await expect
    .poll(() => editor.quickFixes())
    .toEqual(expect.arrayContaining(['Write `high`', expect.stringMatching(/^Suppress `field-value`/)]));
  await editor.applyQuickFix('Write `high`');
  await expect.poll(() => editor.text()).toContain('effort: high\n');
  await expect.poll(() => editor.marks()).toHaveLength(4);
});

test('the light bulb fixes all safe problems of the file', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  const wrong =
    '---\nname: neat\ndescription: Polishes shoes. Use when: dull.\nwhen-to-use: for boots as well\n---\n\nPolish.\n';
  await writeToWorkspace(vscode(), skillFile('neat'), wrong);
  await workbench.openFile(skillFile('neat'));
  await expect.poll(() => editor.marks()).toHaveLength(2);
  await editor.goTo(await editor.find('when-to-use', 1));
  await expect.poll(() => editor.quickFixes()).toContain('Turn off `field-unknown` in workspace settings');
  await editor.applyQuickFix('Fix all safe Skillwright problems');
  await expect.poll(() => editor.text()).toContain('\nwhen_to_use: for boots as well\n');
  await expect.poll(() => editor.marks()).toEqual([]);
});

test.runIf(isEveryTest)('the light bulb fixes a finding beside that of VS Code', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  await workbench.openFile(skillFile('Release Notes'));
  await expect.poll(() => editor.marks()).toContainEqual({ kind: 'error', text: 'Release Notes' });
  await expect.poll(() => editor.marks()).toContainEqual({ kind: 'warning', text: 'Release Notes' });
  await editor.goTo(await editor.find('Release Notes', 1));
  await expect.poll(() => editor.quickFixes()).toContainEqual(expect.stringContaining('release-notes'));
  await editor.dismiss();
});

test.runIf(isEveryTest)('saving applies safe fixes if the settings say so', async () => {
  const { workbench, workspace } = vscode();
  const { editor } = workbench;
  await workbench.changeSettings({ 'editor.codeActionsOnSave': { 'source.fixAll.skillwright': 'explicit' } });
  const wrong =
    '---\nname: tidy\ndescription: Tidies up. Use when: all is untidy.\nwhen-to-use: for desks as well\n---\n\nTidy up.\n';
  await writeToWorkspace(vscode(), skillFile('tidy'), wrong);
  await workbench.openFile(skillFile('tidy'));
  await expect.poll(() => editor.marks()).toHaveLength(2);
  await editor.goAfter('Tidy up.');
  await editor.type(' Now.');
  await editor.save();
  await expect.poll(() => editor.marks()).toEqual([]);
  const saved = () => readFile(path.join(workspace, skillFile('tidy')), 'utf8');
  await expect
    .poll(saved)
    .toMatch(/^description: (["'])Tidies up\. Use when: all is untidy\.\1\nwhen_to_use: for desks as well$/m);
  await expect.poll(saved).toContain('\nTidy up. Now.\n');
  expect(await workbench.notifications()).toEqual([]);
});

test.runIf(isEveryTest)(
  'F2 in a file that a skill bundles renames a skill with everything that names it, and one undo brings everything back',
  async () => {
    const { workbench, workspace, page } = vscode();
    const { editor } = workbench;
    const list = '.claude/skills/moving-out/references/list.md';
    const before = {
      [skillFile('packing')]: '---\nname: packing\ndescription: Packs boxes. Use when moving.\n---\n\nPack.\n',
      [skillFile('moving-out')]:
        '---\ndescription: Moves. Use when moving out.\n---\n\nFirst /packing, then packing up.\n',
      [list]: '# List\n\nDo /packing first.\n',
      'CLAUDE.md': 'Always /packing before a move.\n',
      '.claude/agents/mover.md': '---\nname: mover\ndescription: Moves\nskills: [packing]\n---\n\nMove.\n',
    };
    const after = Object.fromEntries(
      Object.entries(before).map(([file, text]) => [
        file.replace('packing', 'boxing'),
        text.replace(/(name: |\/|\[)packing/g, '$1boxing'),
      ]),
    );
    for (const [file, text] of Object.entries(before)) await writeToWorkspace(vscode(), file, text);
    const read = async (files: object) => {
      const texts = Object.keys(files).map((file) =>
        readFile(path.join(workspace, file), 'utf8').catch(() => undefined),
      );
      return Object.fromEntries((await Promise.all(texts)).map((text, index) => [Object.keys(files)[index], text]));
    };
    await workbench.openFile(list);
    const input = page.locator('.rename-box input:visible');
    // The server may not have read the new skill yet.
    const asked = async () => {
      await editor.goTo(await editor.find('/packing', 3));
      await page.keyboard.press('F2');
      return input.inputValue({ timeout: 2_000 }).catch(() => '');
    };
    await expect.poll(asked).toBe('packing');
    await input.fill('boxing');
    await input.press('Enter');
    await expect.poll(() => read(after)).toEqual(after);
    await editor.undo((text) => text === before[list]);
    const savedAndRead = async () => {
      // Other files are undone a moment after the one in the editor.
      await workbench.runCommand('File: Save All Files');
      return read({ ...after, ...before });
    };
    await expect.poll(savedAndRead).toEqual({ [skillFile('boxing')]: undefined, ...before });
  },
);

test.runIf(isEveryTest)('a skill is made portable after a preview in which everything is ticked', async () => {
  const { workbench, workspace, page } = vscode();
  const file = path.join(workspace, skillFile('reviewing-diffs'));
  const before = await readFile(file, 'utf8');
  await workbench.openFile(skillFile('reviewing-diffs'));
  await workbench.runCommand('Skillwright: Make Skill Portable…');
  const question = page.locator('.quick-input-widget');
  const target = question.locator('.monaco-list-row', { hasText: 'Agent Skills specification' }).first();
  const ticked = async () => {
    const box = target.locator('[aria-checked]').first();
    if ((await box.getAttribute('aria-checked')) === 'false') await target.click();
    return box.getAttribute('aria-checked');
  };
  await expect.poll(ticked, { interval: 1_000 }).toBe('true');
  await question.getByRole('button', { name: 'OK' }).click();
  const boxes = page.locator('.edit-checkbox');
  await expect.poll(() => boxes.count()).toBeGreaterThan(1);
  const states = () => boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-checked')));
  await expect.poll(states).not.toContain('false');
  await workbench.screenshot('portable');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => workbench.editor.text()).not.toContain('argument-hint');
  await workbench.editor.undo((text) => text.includes('argument-hint'));
  expect(await readFile(file, 'utf8')).toBe(before);
});

test.runIf(isEveryTest)('the safe fixes of the workspace are previewed, and what is unticked stays', async () => {
  const { workbench, page, workspace } = vscode();
  const command = path.join(workspace, '.claude/commands/fix-issue.md');
  const costs = skillFile('estimating-costs');
  const before = await readFile(command, 'utf8');
  await workbench.openFile(costs);
  await workbench.runCommand('Skillwright: Fix All Safe Problems in Workspace…');
  const rows = page.locator('.bulk-edit-panel .monaco-list-row');
  const box = rows.filter({ hasText: 'fix-issue.md' }).locator('.edit-checkbox').first();
  const ticked = async () => {
    if ((await box.getAttribute('aria-checked')) === 'true') await box.click();
    return box.getAttribute('aria-checked');
  };
  await expect.poll(ticked, { interval: 1_000 }).toBe('false');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => workbench.editor.text()).toContain('Input costs \\$2.50');
  await expect.poll(() => readFile(path.join(workspace, costs), 'utf8')).toContain('Input costs \\$2.50');
  expect(await readFile(command, 'utf8')).toBe(before);
  await workbench.editor.undo((text) => text.includes('Input costs $2.50'));
});
