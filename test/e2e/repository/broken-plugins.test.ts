import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { reviewedThemes } from '../host/theme.ts';
import { writeToWorkspace } from '../skills/sample-workspace.ts';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';

/* A marketplace of five plugins, of which three cannot be installed or lose something. */

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const plugin = (name: string, manifest: object = { name, version: '1.0.0' }) => ({
  [`plugins/${name}/.claude-plugin/plugin.json`]: json(manifest),
  [`plugins/${name}/skills/main/SKILL.md`]: skill(`Works as ${name}. Use when ${name} is mentioned.`),
});
const market = '.claude-plugin/marketplace.json';
const hooks = 'plugins/guard/hooks/hooks.json';
const manifest = 'plugins/forms/.claude-plugin/plugin.json';
const broken: { readonly workspace: Readonly<Record<string, string>> } = {
  workspace: {
    [market]: json({
      name: 'office-market',
      owner: { name: 'Office' },
      plugins: [
        { name: 'letters', source: './plugins/letters' },
        { name: 'tables', source: './plugins/tables' },
        { name: 'slides', source: 'plugins/slides' },
        { name: 'forms', source: './plugins/forms' },
        { name: 'guard', source: './plugins/guard' },
      ],
    }),
    ...plugin('letters'),
    ...plugin('tables'),
    ...plugin('slides'),
    ...plugin('forms', { name: 'forms', version: '1.0.0', author: 'Ada', commands: ['./commands/fill.md'] }),
    ...plugin('guard'),
    [hooks]: json({ PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './check.sh' }] }] }),
  },
};

describe('a marketplace with broken plugins', () => {
  const vscode = vscodeWithSkills(broken, { sharedAs: 'repository', viewport: { width: 1280, height: 900 } });
  const messages = async (file: string) => {
    const found = await vscode().workbench.problems();
    return found.filter((it) => it.file.endsWith(file)).map(({ message }) => message);
  };

  test.each(reviewedThemes)('is told at each value, in the theme %s', async (theme) => {
    const { workbench } = vscode();
    await workbench.switchTheme(theme);
    const view = new SkillsView(workbench);
    await view.open();
    await view.row('In this repository').waitFor();
    await workbench.openFile(manifest);
    await expect.poll(() => messages(manifest)).toHaveLength(2);
    await workbench.screenshot('broken-plugins-manifest');
    await workbench.openFile(hooks);
    await expect.poll(() => messages(hooks)).toEqual([expect.stringContaining('does not load the plugin')]);
    await workbench.openFile(market);
    await expect.poll(() => messages(market)).toEqual([expect.stringContaining('must begin with `./`')]);
    // The tree says it of the plugin that Claude Code does not load.
    await expect.poll(async () => (await view.renderedRows()).join('\n')).toMatch(/Plugin: guard {2}1 · refused/);
    await expect
      .poll(async () => (await view.renderedRows()).join('\n'))
      .toMatch(/Plugin: slides {2}1 · cannot be installed/);
    // Its manifest has no row, but counts.
    await expect
      .poll(async () => (await view.renderedRows()).join('\n'))
      .toMatch(/Plugin: forms {2}1 · plugins\/forms \| [EW]\d/);
    await workbench.screenshot('broken-plugins');
  });

  test('the light bulb repairs them, and nothing is left', async () => {
    const { workbench } = vscode();
    const { editor } = workbench;
    // A failed attempt may have repaired some.
    await workbench.closeEditors();
    for (const file of [market, hooks, manifest]) await writeToWorkspace(vscode(), file, broken.workspace[file]!);
    await writeToWorkspace(vscode(), 'plugins/forms/commands/fill.md', skill('Fills forms.'));
    await writeToWorkspace(vscode(), 'plugins/guard/check.sh', '#!/bin/sh\n');
    await chmod(path.join(vscode().workspace, 'plugins/guard/check.sh'), 0o755);
    const repairs = [
      { file: market, after: '"plugins/sl', fix: 'Write `./plugins/slides`' },
      { file: hooks, after: '"PreTool', fix: 'Put the events in `hooks`' },
      { file: hooks, after: '"./che', fix: 'Write `"${CLAUDE_PLUGIN_ROOT}/check.sh"`' },
      { file: manifest, after: '"Ad', fix: 'Write `{ "name": "Ada" }`' },
    ];
    for (const { file, after, fix } of repairs) {
      await workbench.openFile(file);
      await editor.goAfter(after);
      await expect.poll(() => editor.quickFixes()).toContain(fix);
      await workbench.screenshot(`broken-plugins-fix-${path.basename(file, '.json')}`);
      await editor.applyQuickFix(fix);
      await editor.waitUntilChanged();
      await editor.save();
    }
    for (const { file } of repairs) await expect.poll(() => messages(file)).toEqual([]);
    const view = new SkillsView(workbench);
    const rows = async () => (await view.renderedRows()).join('\n');
    await expect.poll(rows).toMatch(/Plugin: slides {2}1 · plugins\/slides/);
    await expect.poll(rows).not.toMatch(/refused|cannot be installed|\| [EW]\d/);
    await workbench.screenshot('broken-plugins-repaired');
  });

  test('F2 renames a plugin in its manifest and in the marketplace', async () => {
    const { workbench, page, workspace } = vscode();
    const read = (file: string) => readFile(path.join(workspace, file), 'utf8');
    await workbench.openFile('plugins/tables/.claude-plugin/plugin.json');
    await workbench.editor.goAfter('"name": "tab');
    await page.keyboard.press('F2');
    const input = page.locator('.rename-box input:visible');
    await expect.poll(() => input.inputValue()).toBe('tables');
    await input.fill('sheets');
    await workbench.screenshot('rename-plugin');
    await input.press('Enter');
    await expect.poll(() => read(market)).toContain('"name": "sheets"');
    expect(await read('plugins/tables/.claude-plugin/plugin.json')).toContain('"name": "sheets"');
    await workbench.editor.undo((text) => text.includes('"name": "tables"'));
    const savedAndRead = async () => {
      await workbench.runCommand('File: Save All Files');
      return read(market);
    };
    await expect.poll(savedAndRead).toContain('"name": "tables"');
  });
});
