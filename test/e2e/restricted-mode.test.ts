import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isEveryTest } from '../every-test.ts';
import { BudgetView } from './budget/budget-view.ts';
import { repositoryRoot } from './host/repository.ts';
import { tryTwice } from './host/vscode-for-tests.ts';
import { PreviewPanel } from './preview/preview-panel.ts';
import { previewedSkills } from './preview/previewed-skills.ts';
import { skillFile, writeToWorkspace } from './skills/sample-workspace.ts';
import { everyTier } from './skills-tree/every-tier.ts';
import { type PreparedSkills, skill, vscodeWithSkills } from './skills-tree/prepared-skills.ts';
import { SkillsView } from './skills-tree/skills-view.ts';

const sample = path.join(repositoryRoot, 'test/fixtures/sample-workspace');
const marking = skillFile('marking');

const skills: PreparedSkills = {
  ...everyTier,
  home: { ...everyTier.home, 'elsewhere/.claude/skills/beside/SKILL.md': skill('Lies beside the workspace.') },
  workspace: {
    ...everyTier.workspace,
    [marking]: previewedSkills.workspace![marking]!,
    [skillFile('drafting-mail')]: readFileSync(path.join(sample, skillFile('drafting-mail')), 'utf8'),
    // The settings of the workspace name a folder next to it.
    '.vscode/settings.json': JSON.stringify({ 'skillwright.addedFolders': ['../home/elsewhere'] }),
  },
};

const vscode = vscodeWithSkills(skills, { workspaceTrust: true });

beforeAll(() => tryTwice(() => vscode().workbench.statusItem('Restricted Mode')));

describe('the tree of skills', () => {
  const view = () => new SkillsView(vscode().workbench);

  test('an untrusted folder is shown as read-only', async () => {
    await view().open();
    await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('release');
    await expect.poll(() => view().message()).toBe('Restricted Mode: skills are read-only');
    await vscode().workbench.screenshot('skills-tree-restricted');
  });

  test('folders outside of it that its settings name are not read', async () => {
    const renderedRows = async () => (await view().renderedRows()).join('\n');
    await expect.poll(renderedRows).toContain('notes');
    expect(await renderedRows()).not.toContain('beside');
  });

  test('reading works', async () => {
    const { workbench } = vscode();
    await view().select('release');
    await workbench.editor.waitFor('/.claude/skills/release/SKILL.md');
    await expect.poll(() => view().tooltip('release')).toContain('Makes a release');
  });

  test.runIf(isEveryTest)('past sessions are not offered, whatever the settings allow', async () => {
    expect(await view().menu('release')).not.toContain('Show Past Sessions of This Skill');
  });

  test('no action that changes files is offered', async () => {
    const allowed = ['Open Skill', 'Copy Invocation', 'Copy Path'];
    await expect.poll(() => view().menu('release')).toEqual(expect.arrayContaining(allowed));
    const offered = await view().menu('release');
    for (const title of ['Rename Skill…', 'Move Skill To…', 'Share or Package…', 'Disable Skill', 'Delete Skill'])
      expect(offered).not.toContain(title);
    await view().drag('notes', 'Project');
    await expect.poll(async () => (await view().renderedRows()).join('\n')).toMatch(/User.*notes.*Project/s);
    expect(await vscode().workbench.notifications()).toEqual([]);
  });
});

test('the listing budget shows what is disabled', async () => {
  const view = new BudgetView(vscode().workbench);
  await view.open();
  await expect.poll(() => view.page.locator('.note').first().innerText()).toContain('Restricted Mode');
  await vscode().workbench.runCommand('View: Show Explorer');
});

describe('a skill in the editor', () => {
  test('is checked', async () => {
    const { workbench } = vscode();
    await workbench.openFile(skillFile('drafting-mail'));
    await expect.poll(() => workbench.editor.marks()).toHaveLength(5);
    await workbench.editor.hover('name: drafting');
    await expect.poll(() => workbench.editor.hoverText()).toContain('Invoked as /drafting-mail');
    await workbench.editor.dismiss();
  });

  test.runIf(isEveryTest)('links its findings to pages that come with the extension', async () => {
    const { workbench, page } = vscode();
    await workbench.openFile(skillFile('drafting-mail'));
    const link = page.locator('.monaco-hover:visible a', { hasText: 'field-value' }).first();
    const heading = workbench.webview().getByRole('heading', { name: 'field-value' }).first();
    const opened = async () => {
      await workbench.editor.hover('hihg');
      await link.click({ timeout: 10_000 });
      await heading.waitFor({ timeout: 10_000 });
      return true;
    };
    // A hover that grows at that moment ignores a click.
    await expect.poll(opened, { timeout: 60_000 }).toBe(true);
    await workbench.webview().getByRole('link', { name: 'Flags and fields' }).click();
    await workbench.webview().getByRole('heading', { name: 'Flags and fields' }).waitFor();
    await workbench.closeEditors();
  });

  test('runs no command', async () => {
    const { workbench, workspace } = vscode();
    const record = path.join(workspace, 'was-run');
    const text = `---\nname: injecting\ndescription: Runs. Use on Mondays.\neffort: hihg\n---\n\n!\`touch ${record}\`\n`;
    await writeToWorkspace(vscode(), skillFile('injecting'), text);
    await workbench.openFile(skillFile('injecting'));
    await expect
      .poll(() => workbench.editor.marks())
      .toEqual([
        { kind: 'warning', text: 'hihg' },
        { kind: 'warning', text: `touch ${record}` },
      ]);
    await workbench.editor.hover('!`touch');
    await expect
      .poll(() => workbench.editor.hoverText())
      .toContain('Claude Code runs this command when the skill is invoked');
    await workbench.editor.dismiss();
    expect(existsSync(record)).toBe(false);
    expect(await workbench.notifications()).toEqual([]);
  });
});

test('the walkthrough begins with writing a skill, and no step is done before something was', async () => {
  const { workbench, page } = vscode();
  await workbench.runCommand('Skillwright: Get Started');
  const titles = page.locator('.getting-started-step .step-title');
  await expect
    .poll(() => titles.allInnerTexts())
    .toEqual([
      'Write a skill',
      'Preview what Claude Code sends',
      'Find and fix problems',
      'See which skills Claude Code loads',
      'Fit your descriptions into the budget',
      'Test a skill and share it',
    ]);
  const done = page.locator('.getting-started-step:not(:has(.codicon-getting-started-step-unchecked)) .step-title');
  expect(await done.allInnerTexts()).toEqual([]);
  await workbench.closeEditors();
});

describe('the preview', () => {
  const panel = () => new PreviewPanel(vscode().workbench);

  test('shows everything and runs nothing', async () => {
    const { workbench, workspace } = vscode();
    await panel().open(marking, '/marking');
    await panel().choose('Exact text');
    await expect.poll(() => panel().text()).toContain('!`touch was-run && echo marked`');
    const card = panel().card('touch was-run && echo marked');
    await expect.poll(() => card.innerText()).toContain('Restricted Mode: no commands are run.');
    const run = card.getByRole('button', { name: 'Run touch was-run && echo marked' });
    await expect.poll(() => run.getAttribute('disabled')).not.toBeNull();
    await run.click({ force: true });
    await panel()
      .page.getByRole('button', { name: /^Run All/ })
      .click({ force: true });
    await workbench.withStatusMessage('Copied', () => card.getByRole('button', { name: 'Copy command' }).click());
    expect(await panel().question.count()).toBe(0);
    expect(existsSync(path.join(workspace, 'was-run'))).toBe(false);
    await workbench.screenshot('preview-restricted');
  });

  test('opens the settings of workspace trust', async () => {
    const { page } = vscode();
    await panel().open(marking, '/marking');
    await panel().page.getByRole('button', { name: 'Manage Workspace Trust' }).first().click();
    await page.locator('.tab.active', { hasText: 'Workspace Trust' }).waitFor();
  });
});
