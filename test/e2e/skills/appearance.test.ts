import { beforeAll, describe, expect, test } from 'vitest';
import { reviewedThemes } from '../host/theme.ts';
import { tryTwice, vscodeForTests } from '../host/vscode-for-tests.ts';
import { packedInSample, skillFile } from './sample-workspace.ts';

/*
 * Screenshots for review: .test-output/screenshots/skills-*. The tests only ensure that each shows what its name
 * says.
 */

const vscode = vscodeForTests({ ...packedInSample, sharedAs: 'sample' });

describe('appearance', () => {
  // Everything here has the widgets and colors of VS Code itself.
  test.each(reviewedThemes)('in the theme %s', async (theme) => {
    const { workbench } = vscode();
    const { editor } = workbench;
    await workbench.switchTheme(theme);

    await workbench.openFile(skillFile('drafting-mail'));
    await expect.poll(() => editor.marks()).toHaveLength(5);
    await expect.poll(() => editor.underlines()).toMatchObject({ faded: expect.toSatisfy((count) => count > 2) });
    await workbench.screenshot('skills-squiggles');

    await editor.hover('when-to-use');
    await expect.poll(() => editor.hoverText()).toContain('Claude Code ignores `when-to-use`');
    await workbench.screenshot('skills-hover-finding');
    await editor.dismiss();

    await editor.goTo(await editor.find('hihg', 1));
    await expect.poll(() => editor.quickFixes()).toContain('Write `high`');
    await workbench.screenshot('skills-fix');
    await editor.dismiss();

    await workbench.openFile(skillFile('reviewing-diffs'));
    await expect.poll(() => editor.underlines()).toMatchObject({ faded: expect.toSatisfy((count) => count > 2) });
    await editor.hover('allowed-tools');
    await expect.poll(() => editor.hoverText()).toContain('Claude Code reads this field');
    await workbench.screenshot('skills-hover');
    await editor.dismiss();

    await editor.goAfter('effort: high');
    await editor.type('\n');
    await expect.poll(() => editor.suggestions()).toContain('context');
    await editor.showDocumentation();
    await expect.poll(() => editor.documentation()).toContain('Read by');
    await workbench.screenshot('skills-completion');
    await editor.dismiss();
    await workbench.runCommand('File: Revert File');
  });

  test('with the Problems panel open', async () => {
    const { workbench } = vscode();
    await workbench.switchTheme('dark');
    await workbench.openFile(skillFile('estimating-costs'));
    await expect.poll(() => workbench.problems()).not.toEqual([]);
    await workbench.editor.focus();
    await workbench.screenshot('skills-problems');
  });
});

describe('a narrow window', () => {
  beforeAll(async () => {
    await tryTwice(() => vscode().workbench.tidyUp('dark'));
    await vscode().page.setViewportSize({ width: 640, height: 800 });
  });

  test('wraps a hover', async () => {
    const { workbench } = vscode();
    await workbench.runCommand('View: Close Primary Side Bar');
    await workbench.openFile(skillFile('reviewing-diffs'));
    await expect.poll(() => workbench.editor.underlines()).toMatchObject({ faded: expect.toSatisfy((it) => it > 2) });
    // The first hover may appear before the language server has started.
    const hoverText = async () => {
      await workbench.editor.dismiss();
      await workbench.editor.hover('allowed-tools');
      return workbench.editor.hoverText();
    };
    await expect.poll(hoverText, { interval: 1_000 }).toContain('Claude Code reads this field');
    await workbench.screenshot('skills-hover-narrow');
  });
});
