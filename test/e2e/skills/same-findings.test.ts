import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../host/repository.ts';
import { vscodeForTests } from '../host/vscode-for-tests.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { packedInSample, skillFile, writeToWorkspace } from './sample-workspace.ts';

const vscode = vscodeForTests({ ...packedInSample, sharedAs: 'sample' });

const file = skillFile('ten-mistakes');
const text = `---
name: Ten Mistakes
description: I can help with anything.
user-invocable: maybe
argument-hint: [range] [focus]
allowedTools: Read
effort: hihg
timeout: 5
context: forked
hooks: PreToolUse
---

See [the notes](references/missing.md). $CLAUDE_SESSION_ID
`;

/** A rule, its severity, and a position that counts from 1. */
type Listed = readonly [rule: string, severity: string, line: number, column: number];

interface Checked {
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly range: { readonly start: { readonly line: number; readonly character: number } };
  }[];
}

/** What `skillwright check` lists, but hints, which VS Code keeps out of lists. */
async function checked(): Promise<Listed[]> {
  const { workspace, home } = vscode();
  const command = [path.join(repositoryRoot, 'dist/cli.js'), 'check', file, '--format', 'json'];
  const options = { cwd: workspace, env: { ...process.env, HOME: home } };
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, command, options, (_error, stdout) => resolve(stdout));
  });
  const { findings } = JSON.parse(output) as Checked;
  return findings
    .filter(({ severity }) => severity !== 'hint')
    .map(({ rule, severity, range }) => [rule, severity, range.start.line + 1, range.start.character + 1]);
}

/** What the Problems panel lists, and what VS Code's own validator adds there. */
async function problems(): Promise<{ readonly ours: Listed[]; readonly ofVscode: string[] }> {
  const all = (await vscode().workbench.problems()).filter((it) => it.file.endsWith(file));
  const ours = all
    .filter(({ source }) => source === 'skillwright')
    .map(({ code, severity, start }): Listed => [String(code), severity, start.line, start.column])
    .sort((a, b) => a[2] - b[2] || a[3] - b[3]);
  return { ours, ofVscode: all.filter(({ source }) => !source).map(({ message }) => message) };
}

/** What a screen reader says of the skill in the tree: a badge only has room for a digit. */
async function countInTree(): Promise<string> {
  await vscode().workbench.runCommand('Skillwright: Refresh Skills');
  const labels = (await new SkillsView(vscode().workbench).rows()).map(({ label }) => label);
  return labels.find((label) => /^ten-mistakes/i.test(label)) ?? labels.join('\n');
}

async function rowInReport(): Promise<string> {
  const { workbench } = vscode();
  await workbench.runCommand('Skillwright: Open Report');
  const row = workbench.webview().getByRole('row').filter({ hasText: 'ten-mistakes' }).first();
  const cells = await row.innerText();
  await workbench.runCommand('View: Close Editor');
  return cells;
}

test('problems, tree, report and command line have the same findings, with and without the checks of VS Code', async () => {
  const { workbench } = vscode();
  await workbench.changeSettings({ 'files.associations': {} });
  await writeToWorkspace(vscode(), file, text);
  const expected = await checked();
  const warnings = expected.filter(([, severity]) => severity === 'warning').length;
  expect(warnings).toBeGreaterThanOrEqual(10);
  await new SkillsView(workbench).open();
  await workbench.openFile(file);
  await expect.poll(async () => (await problems()).ofVscode).not.toEqual([]);
  await expect.poll(async () => (await problems()).ours).toEqual(expected);
  expect((await problems()).ofVscode).toEqual(
    expect.arrayContaining([
      "The 'user-invocable' attribute must be 'true' or 'false'.",
      "The 'argument-hint' attribute must be a string.",
    ]),
  );
  await expect.poll(countInTree).toMatch(new RegExp(`, ${warnings} warnings\\b`));
  expect(await rowInReport()).toContain(`ten-mistakes\t0\t${warnings}\t`);
  await workbench.screenshot('with-checks-of-vscode');

  await workbench.editor.goAfter('argument-hint: [ra');
  const title = 'Turn off VS Code’s own checks of these skills (workspace settings)';
  await expect.poll(() => workbench.editor.quickFixes()).toContain(title);
  await workbench.editor.applyQuickFix(title);
  await workbench.statusItem('Markdown');
  await expect.poll(problems).toEqual({ ours: expected, ofVscode: [] });
  await expect.poll(countInTree).toMatch(new RegExp(`, ${warnings} warnings\\b`));
  await workbench.screenshot('only-skillwright');

  await workbench.page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await problems()).ofVscode).not.toEqual([]);
  await expect.poll(async () => (await problems()).ours).toEqual(expected);
});
