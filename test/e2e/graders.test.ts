import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reviewedThemes } from './host/theme.ts';
import { vscodeWithSkills, writeFiles } from './skills-tree/prepared-skills.ts';

const said = (...content: object[]) => ({ type: 'assistant', message: { content } });
const trace = (greeting: string) =>
  [
    { type: 'system', subtype: 'init', model: 'claude-opus-5-5', claude_code_version: '2.1.330' },
    said({ type: 'text', text: 'I look at the notes first.' }),
    said({ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'notes/alex.md' } }),
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: '# Alex\n\nLikes short greetings.' }] },
    },
    said({ type: 'text', text: greeting }),
    { type: 'result', subtype: 'success', num_turns: 2, total_cost_usd: 0.0123 },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

// What `claude plugin eval --keep-temp` leaves is outside the workspace.
const temporary = mkdtempSync(path.join(tmpdir(), 'skillwright-traces-'));
afterAll(() => rm(temporary, { recursive: true, force: true }));
const runs = ['Hello Alex, nice to see you.', 'Good morning!', 'Hello Alex.', 'Hello. Who are you?'];
writeFiles(
  temporary,
  Object.fromEntries(runs.map((greeting, index) => [`claude-eval-Run${index}/out/trace.jsonl`, trace(greeting)])),
);
const armOf = (index: number) => ({
  tracePath: `${temporary.replaceAll(path.sep, '/')}/claude-eval-Run${index}/out/trace.jsonl`,
  graders: [],
});
const result = {
  cases: [
    {
      name: 'greets',
      dir: 'evals/greets',
      graders: [],
      arms: { with: [armOf(0), armOf(1), armOf(2)], without: [armOf(3)] },
    },
  ],
};

const greets = 'evals/greets/graders/greets.md';
const vscode = vscodeWithSkills({
  workspace: {
    '.claude-plugin/plugin.json': '{ "name": "office" }',
    'skills/greet/SKILL.md': '---\nname: greet\ndescription: Greets people. Use when someone arrives.\n---\n\nGreet.\n',
    'evals/greets/case.yaml': [
      'schema_version: "1.1"',
      'name: greets',
      'execution:',
      '  prompt: Say hello to Alex.',
      'graders:',
      '  - name: reads',
      '    type: tool_used',
      '    tool: Read',
      '  - name: says-hello',
      '    type: regex',
      '    pattern: ^Hello',
      '  - name: friendly',
      '    type: llm',
      '    criteria: The greeting is friendly',
      '',
    ].join('\n'),
    [greets]: '---\ntype: regex\n---\n\nHello Alex\n',
    'evals/results/2026-11-24T01-00-00-000Z/aggregate-result.json': JSON.stringify(result),
  },
});

const lens = () => vscode().page.locator('.editor-group-container.active .codelens-decoration');
/** From top to bottom: VS Code may add them in any order. */
const lensText = async () => {
  const read = (found: unknown[]) =>
    (found as { innerText: string; getBoundingClientRect(): { top: number } }[])
      .map((it) => ({ text: it.innerText, top: it.getBoundingClientRect().top }))
      .sort((a, b) => a.top - b.top);
  return (await lens().evaluateAll(read)).map(({ text }) => text.replaceAll('\u00a0', ' ').trim());
};
const titleOf = () =>
  vscode().page.locator('.editor-group-container.active .tab.active').getAttribute('data-resource-name');
const marked = () => vscode().page.locator('.editor-group-container.active .view-overlays .cdr[class*="ced-"]');
const lines = async () => {
  const text = await vscode().page.locator('.editor-group-container.active .view-lines').innerText();
  return text.replaceAll('\u00a0', ' ');
};

test('a grader is tried while it is typed, and the run shows what it matched', async () => {
  const { workbench, page } = vscode();
  const { editor } = workbench;
  await workbench.openFile(greets);
  await expect.poll(lensText).toEqual(['Failed on 1 of 3 runs: the pattern does not match']);
  await editor.goAfter('Hello Alex');
  for (let count = 'Hello Alex'.length; count > 0; count--) await page.keyboard.press('Backspace');
  await editor.type('Hello|Good');
  await expect.poll(lensText).toEqual(['Passed on 3 of 3 runs, and without the plugin, too: it measures nothing']);
  await editor.type(' morning');
  await workbench.screenshot('graders-lens');

  // The lens leads to a run, and its toolbar to the others.
  await lens().locator('a').first().click();
  await expect.poll(titleOf).toBe('greets · run 1');
  await expect.poll(lines).toContain('Passed:');
  await expect.poll(() => marked().count()).toBeGreaterThan(0);
  await expect.poll(() => page.locator('.statusbar').innerText()).toContain('(5 selected)');
  await page.getByRole('button', { name: 'Next Run' }).click();
  await expect.poll(titleOf).toBe('greets · run 2');
  await expect.poll(() => page.locator('.statusbar').innerText()).toContain('(12 selected)');
  await page.getByRole('button', { name: 'Toggle Raw Trace' }).click();
  await expect.poll(titleOf).toBe('greets · run 2 (raw)');
  await expect.poll(lines).toContain('"subtype":"init"');
  await page.getByRole('button', { name: 'Toggle Raw Trace' }).click();
  await expect.poll(titleOf).toBe('greets · run 2');
  await page.getByRole('button', { name: 'Previous Run' }).click();
  await expect.poll(titleOf).toBe('greets · run 1');
});

test('the graders of a definition have lenses of their own, and a run beside them follows the text', async () => {
  const { workbench, page } = vscode();
  const { editor } = workbench;
  await workbench.openFile('evals/greets/case.yaml');
  await expect
    .poll(lensText)
    .toEqual([
      'Passed on 3 of 3 runs, and without the plugin, too: it measures nothing',
      'Failed on 1 of 3 runs: the pattern does not match',
      'A model has to judge it',
    ]);
  await editor.goAfter('says-hello');
  await workbench.runCommand('Skillwright: Show Graded Run');
  await expect.poll(titleOf).toBe('says-hello · run 2');
  await workbench.runCommand('View: Move Editor into Right Group');
  await expect.poll(lines).toContain('Failed: the pattern does not match');
  await workbench.focusFirstEditorGroup();
  await editor.goAfter('pattern: ^Hello');
  await editor.type('|^Good');
  const right = page.locator('.editor-group-container').nth(1);
  const followed = async () => (await right.locator('.view-lines').innerText()).replaceAll('\u00a0', ' ');
  await expect.poll(followed).toContain('Passed: the pattern matches “Good”');
  await workbench.screenshot('graders-follow');
  await workbench.closeEditors();
});

test.each(reviewedThemes)('the appearance in the theme %s', async (theme) => {
  const { workbench, page } = vscode();
  await workbench.switchTheme(theme);
  await workbench.openFile('evals/greets/case.yaml');
  await expect.poll(() => lens().count()).toBe(3);
  await workbench.screenshot('graders-case');
  await lens().locator('a', { hasText: 'measures nothing' }).click();
  await expect.poll(titleOf).toBe('reads · run 1');
  await expect.poll(lines).toContain('last message');
  await expect.poll(() => marked().count()).toBeGreaterThan(0);
  await workbench.screenshot('graders-run');
  await page.setViewportSize({ width: 500, height: 800 });
  await workbench.runByKey('View: Hide Panel', page.locator('.part.panel'), 'hidden');
  await workbench.screenshot('graders-run-narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
});
