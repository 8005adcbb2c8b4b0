import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accessibilityProblems } from '../host/accessibility.ts';
import { everyTier } from './every-tier.ts';
import { vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

const vscode = vscodeWithSkills(everyTier, { sharedAs: 'tree' });
const view = () => new SkillsView(vscode().workbench);

afterEach(async () => {
  expect(await vscode().workbench.notifications(), 'nothing that works calls for attention').toEqual([]);
  await vscode().workbench.closeEditors();
});

test('trust is reviewed from the tree, and a later change shows as a diff', async () => {
  const { workbench, workspace } = vscode();
  const script = path.join(workspace, '.claude/skills/release/scripts/tag.sh');
  await view().open();
  await view().choose('release', 'Review Trust');
  const page = workbench.webview();
  await page.getByRole('heading', { name: 'What can release do?' }).waitFor();
  await page.getByRole('button', { name: 'git in scripts/tag.sh:1' }).first().waitFor();
  await workbench.screenshot('trust');
  await page.getByRole('button', { name: 'Mark as Reviewed' }).click();
  await page.locator('.verdict', { hasText: 'Nothing has changed since your review of today' }).waitFor();
  await page.getByRole('button', { name: 'git in scripts/tag.sh:1' }).first().click();
  await workbench.page.locator('.tab.active', { hasText: 'tag.sh' }).waitFor();
  await workbench.closeEditors();
  await appendFile(script, 'curl https://upload.example/x\n');
  try {
    const added = workbench.page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'upload.example' });
    const changes = page.getByRole('button', { name: 'Show What Changed' });
    const reviewed = async () => {
      await workbench.closeEditors();
      await view().choose('release', 'Review Trust');
      await page.locator('.verdict').waitFor();
      return changes.isVisible();
    };
    // A file that was written is known when VS Code has reported it.
    await expect.poll(reviewed, { timeout: 60_000 }).toBe(true);
    await workbench.screenshot('trust-changed');
    await changes.click();
    await added.first().waitFor();
  } finally {
    await writeFile(script, 'git tag "$1"\n');
  }
});

test('the origin of a skill is compared with its copy and its source, side by side', async () => {
  const { workbench, workspace } = vscode();
  const own = path.join(workspace, '.claude/skills/release/SKILL.md');
  const others = ['.agents/skills/release', 'vendor/release'].map((folder) => path.join(workspace, folder));
  const lock = path.join(workspace, 'skills-lock.json');
  for (const [index, folder] of others.entries()) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'SKILL.md'), `${await readFile(own, 'utf8')}Of folder ${index}.\n`);
  }
  const entry = { source: './vendor', sourceType: 'local', computedHash: '0'.repeat(64) };
  await writeFile(lock, JSON.stringify({ version: 1, skills: { release: entry } }));
  try {
    await view().open();
    const page = workbench.webview();
    const asked = async () => {
      await workbench.closeEditors();
      await view().choose('release', 'Show Origin');
      await page.locator('.verdict').waitFor();
      return page.locator('body').innerText();
    };
    // New files are known when VS Code has reported them.
    await expect.poll(asked, { timeout: 60_000 }).toContain('Compare with Copy');
    await page.locator('.verdict', { hasText: 'Installed from ./vendor, and edited here since' }).waitFor();
    await page.getByRole('row', { name: 'SKILL.md version A version B version C' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await workbench.screenshot('origin');
    await page.getByRole('button', { name: 'Compare with Source' }).click();
    const shown = (text: string) => workbench.page.locator('.multiDiffEntry .view-line', { hasText: text }).first();
    await shown('Of folder 1.').waitFor();
    await workbench.screenshot('origin-compared');
  } finally {
    for (const made of [...others, lock]) await rm(made, { recursive: true, force: true });
  }
});

test('skills are compared with a commit by the Git extension', async () => {
  const { workbench, workspace } = vscode();
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', workspace, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words]);
  const skill = path.join(workspace, '.claude/skills/release/SKILL.md');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'Start');
  try {
    await appendFile(skill, 'And run !`git log`.\n');
    const page = workbench.webview();
    const compared = async () => {
      await workbench.closeEditors();
      await workbench.runCommand('Skillwright: Compare with Revision…');
      await workbench.answerQuickInput('main');
      await page.getByRole('heading', { name: 'What changed for the model since main?' }).waitFor();
      return page.locator('body').innerText();
    };
    // A file that was written is known when VS Code has reported it.
    await expect.poll(compared, { timeout: 60_000 }).toContain('+And run !`git log`.');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'New: commands that run when the text is loaded' })
      .getByRole('button', { name: /^git log in / })
      .waitFor();
    await page.locator('.verdict', { hasText: '1 text (+1 line)' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await workbench.screenshot('compared');
  } finally {
    await writeFile(skill, everyTier.workspace!['.claude/skills/release/SKILL.md']!);
    await rm(path.join(workspace, '.git'), { recursive: true, force: true });
  }
});

test('problems of closed files are listed unless a setting says otherwise, and counted in a report', async () => {
  const { workbench, workspace } = vscode();
  await view().open();
  const files = async () => (await workbench.problems()).map(({ file }) => path.relative(workspace, file));
  await expect.poll(files, { timeout: 30_000 }).toContain('.claude/skills/old-dead/SKILL.md');
  await workbench.runCommand('Skillwright: Open Report');
  const page = workbench.webview();
  await page.getByRole('heading', { name: 'By skill' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'old-dead' }).first().waitFor();
  await workbench.screenshot('report');
  await workbench.changeSettings({ 'skillwright.checkClosedFiles': false });
  try {
    await expect.poll(files, { timeout: 30_000 }).toEqual([]);
  } finally {
    await workbench.changeSettings({ 'skillwright.checkClosedFiles': true });
  }
});
