import { describe, expect, test } from 'vitest';
import { reviewedThemes } from '../host/theme.ts';
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
const broken = {
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

  test('the light bulb repairs a source', async () => {
    const { workbench } = vscode();
    const { editor } = workbench;
    await workbench.openFile(market);
    await editor.goAfter('"plugins/sl');
    await expect.poll(() => editor.quickFixes()).toContain('Write `./plugins/slides`');
    await editor.applyQuickFix('Write `./plugins/slides`');
    await expect.poll(() => editor.text()).toContain('"source": "./plugins/slides"');
    await expect.poll(() => messages(market)).toEqual([]);
    await editor.save();
    const view = new SkillsView(workbench);
    await expect
      .poll(async () => (await view.renderedRows()).join('\n'))
      .toMatch(/Plugin: slides {2}1 · plugins\/slides/);
  });
});
