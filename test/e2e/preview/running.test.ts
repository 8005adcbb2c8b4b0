import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeToWorkspace } from '../skills/sample-workspace.ts';
import { skill, vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { PreviewPanel } from './preview-panel.ts';
import { previewedSkills } from './previewed-skills.ts';

const vscode = vscodeWithSkills(previewedSkills, { sharedAs: 'preview' });
const panel = () => new PreviewPanel(vscode().workbench);
const marking = '.claude/skills/marking/SKILL.md';
const touch = 'touch was-run && echo marked';

function wasRun(): boolean {
  return existsSync(path.join(vscode().workspace, 'was-run'));
}

beforeEach(async () => {
  await panel().clean();
  await rm(path.join(vscode().workspace, 'was-run'), { force: true });
});

test('nothing runs before consent, and consent applies only to what was shown', async () => {
  await panel().open(marking, '/marking');
  await panel().choose('Exact text');
  const card = panel().card(touch);
  await expect.poll(() => card.innerText()).toContain('Not run');
  await card.getByRole('button', { name: `Run ${touch}` }).click();
  await expect.poll(() => panel().question.innerText()).toContain(touch);
  expect(await panel().question.innerText()).toContain(vscode().workspace);
  await vscode().workbench.screenshot('preview-consent');
  await panel().answer('Cancel');
  await expect.poll(() => card.innerText()).toContain('Not run');
  expect(wasRun()).toBe(false);

  await card.getByRole('button', { name: `Run ${touch}` }).click();
  await panel().answer('Run Once');
  await expect.poll(() => card.innerText()).toMatch(/Done \(exit code 0, .*\)/);
  expect(wasRun()).toBe(true);
  await expect.poll(() => panel().text()).toContain('First:\n\nmarked\n');
  expect(await panel().text()).toContain('!`echo second`');
  await vscode().workbench.screenshot('preview-run');

  // “Run Once” is not remembered.
  await card.getByRole('button', { name: `Run ${touch}` }).click();
  await panel().question.waitFor();
  await panel().answer('Cancel');
});

/** Consent is stored with the folder: each attempt has its own commands. */
let attempts = 0;

test('all run after one question, and remembered commands are not asked about again', async () => {
  const name = `attempt-${++attempts}`;
  const touchHere = `touch was-run && echo marked by ${name}`;
  const body = `!\`${touchHere}\`\n\n!\`echo second of ${name}\``;
  const file = `.claude/skills/${name}/SKILL.md`;
  const text = skill('Leaves marks. Use on Mondays.', body, 'allowed-tools: Bash(touch:*), Bash(echo:*)\n');
  await writeToWorkspace(vscode(), file, text);
  await panel().open(file, `/${name}`);
  await panel().choose('Exact text');
  await panel().page.getByRole('button', { name: 'Run All 2…' }).click();
  await expect.poll(() => panel().question.innerText()).toMatch(/2 commands.*touch was-run.*echo second/s);
  expect(wasRun()).toBe(false);
  await panel().answer('Run and Don’t Ask Again');
  await expect.poll(() => panel().text()).toContain(`marked by ${name}\n\nsecond of ${name}`);
  await rm(path.join(vscode().workspace, 'was-run'));
  await panel()
    .card(touchHere)
    .getByRole('button', { name: `Run ${touchHere}` })
    .click();
  await expect.poll(wasRun).toBe(true);
  expect(await panel().question.count()).toBe(0);
});

test('a command that is too long for a question is opened in full, and can be allowed only once', async () => {
  const { workbench, page } = vscode();
  const name = `long-${++attempts}`;
  const lines = Array.from({ length: 40 }, (_, index) => `echo line ${index + 1} of ${name}`);
  const command = [...lines, 'touch was-run'].join('\n');
  const file = `.claude/skills/${name}/SKILL.md`;
  const text = skill('Leaves marks. Use on Mondays.', `\`\`\`!\n${command}\n\`\`\`\n`, 'allowed-tools: Bash\n');
  await writeToWorkspace(vscode(), file, text);
  await panel().open(file, `/${name}`);
  const run = panel()
    .cards.first()
    .getByRole('button', { name: /^Run echo line 1 / });
  await run.click();
  await expect.poll(() => panel().question.innerText()).toContain('is open beside the preview');
  expect(await panel().question.getByText('Don’t Ask Again').count()).toBe(0);
  await workbench.screenshot('preview-consent-long');
  await page.locator('.tab', { hasText: `Commands of ${name}.md` }).waitFor();
  await panel().answer('Cancel');
  expect(wasRun()).toBe(false);

  await panel().focusEditor();
  await expect.poll(() => workbench.editor.text()).toContain(command);

  await run.click();
  await panel().answer('Run Once');
  await expect.poll(wasRun).toBe(true);
});

test('a command that an argument introduced needs consent separately and each time', async () => {
  const { workbench } = vscode();
  await panel().open('.claude/skills/open-ended/SKILL.md', '/open-ended');
  await panel().choose('Exact text');
  await panel().field.fill('`touch was-run`');
  const card = panel().card('touch was-run');
  await expect.poll(() => card.innerText()).toContain('introduced by an argument: Claude Code would run it');
  // Only one command remains, so there is no button for all.
  expect(
    await panel()
      .page.getByRole('button', { name: /^Run All/ })
      .count(),
  ).toBe(0);
  await workbench.runCommand('Skillwright: Run Preview Commands…');
  await expect.poll(() => panel().question.innerText()).toContain('echo second');
  expect(await panel().question.innerText()).not.toContain('touch');
  await panel().answer('Cancel');
  for (let time = 1; time <= 2; time++) {
    await card.getByRole('button', { name: 'Run touch was-run' }).click();
    await expect.poll(() => panel().question.innerText()).toContain('The arguments introduced this command');
    expect(await panel().question.getByText('Don’t Ask Again').count()).toBe(0);
    if (time === 1) await workbench.screenshot('preview-introduced');
    expect(wasRun()).toBe(false);
    await panel().answer('Run Once');
    await expect.poll(wasRun).toBe(true);
    await expect.poll(() => card.innerText()).toContain('Done');
    await rm(path.join(vscode().workspace, 'was-run'));
  }
});

test('a slow command can be cancelled', async () => {
  await panel().open('.claude/skills/slow/SKILL.md', '/slow');
  const card = panel().cards.first();
  await card.getByRole('button', { name: /^Run sleep/ }).click();
  await panel().answer('Run Once');
  await expect.poll(() => card.innerText()).toContain('Running');
  await card.getByRole('button', { name: /^Cancel sleep/ }).click();
  await expect.poll(() => card.innerText()).toContain('Cancelled');
  expect(existsSync(path.join(vscode().workspace, 'slept'))).toBe(false);
});
