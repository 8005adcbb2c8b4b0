import { afterAll, describe, expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { vscodeForTests } from '../host/vscode-for-tests.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { installFakeClaudeCode } from './fake-claude-code.ts';
import { packedInSample, skillFile } from './sample-workspace.ts';
import { serverProcesses } from './server-processes.ts';

// On Windows, links need a privilege and there is no `ps`.
describe.skipIf(process.platform === 'win32')('the language server', async () => {
  const claudeCode = await installFakeClaudeCode('9.9.9');
  afterAll(claudeCode.remove);
  const vscode = vscodeForTests({ ...packedInSample, ...claudeCode.options, sharedAs: 'sample' });

  test('does not start for other files', async () => {
    const { workbench } = vscode();
    await workbench.openFile('README.md');
    await workbench.statusItem('Markdown');
    // The command exists once the extension is active, which has then seen the file.
    await workbench.runCommand('Skillwright: Show Output');
    await workbench.page.locator('.part.panel option[value="Skillwright"]').first().waitFor({ state: 'attached' });
    expect(await serverProcesses(vscode())).toEqual([]);
    expect(await workbench.languageStatus()).not.toContain('Skillwright');
    expect(await workbench.editor.marks()).toEqual([]);
    await workbench.runCommand('View: Hide Panel');
  });

  test('starts with the first skill and shows that a newer Claude Code is installed', async () => {
    const { workbench } = vscode();
    await workbench.openFile(skillFile('drafting-mail'));
    await expect
      .poll(() => workbench.languageStatus())
      .toMatch(/Skillwright, Verified with Claude Code \d+\.\d+\.\d+; 9\.9\.9 is installed/);
    await expect.poll(() => serverProcesses(vscode())).toHaveLength(1);
    const popup = workbench.page.locator('.hover-language-status', { hasText: 'Skillwright' });
    const offered = async () => {
      await workbench.page.mouse.move(0, 0);
      await workbench.page.locator('[id="status.languageStatus"]').hover();
      await popup.first().waitFor({ timeout: 5_000 });
      return popup.first().innerText();
    };
    await expect.poll(offered).toContain('Ask It');
    await workbench.screenshot('skills-status');
    const left = async () => {
      await workbench.page.mouse.move(0, 0);
      await workbench.page.mouse.move(1, 1);
      return popup.count();
    };
    await expect.poll(left).toBe(0);
    expect(claudeCode.wasRun(), 'looking is enough to know the release').toBe(false);
  });

  test('asks that Claude Code once the user agrees, and shows both sides of what differs', async () => {
    const { workbench } = vscode();
    const view = new SkillsView(workbench);
    await workbench.openFile(skillFile('drafting-mail'));
    await view.open();
    await workbench.runCommand('Skillwright: Ask Claude Code');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('nothing is sent over the network').waitFor();
    expect(claudeCode.wasRun(), 'not before the user agrees').toBe(false);
    await workbench.screenshot('ask-consent');
    await view.answer('Ask Claude Code');
    await expect
      .poll(async () => (await view.renderedRows()).join('\n'))
      .toMatch(
        /Not confirmed by 9\.9\.9 {2}\d+ differences · (?:just now|\d+ s ago)\n {2}[\w -]+ {2}not seen · Claude Code: /,
      );
    await expect.poll(() => workbench.languageStatus()).toContain('Claude Code 9.9.9 differs in');
    await workbench.screenshot('ask-different');
  });

  test('restarts on command', async () => {
    const { workbench } = vscode();
    await expect.poll(() => workbench.editor.marks()).toHaveLength(5);
    const [before] = await serverProcesses(vscode());
    await workbench.runCommand('Skillwright: Restart Language Server');
    await expect.poll(() => serverProcesses(vscode())).not.toContain(before);
    await expect.poll(() => serverProcesses(vscode())).toHaveLength(1);
    await expect.poll(() => workbench.editor.marks()).toHaveLength(5);
  });

  test('is started again when it is killed, with the findings of the text that is open', async () => {
    const { workbench } = vscode();
    // The marks of a server, and for a moment its status, remain while another one starts, which answers once it has.
    await expect.poll(() => workbench.languageStatus()).toContain('Skillwright, Verified with');
    await expect.poll(() => workbench.editor.hover('description')).toContain('Claude');
    await workbench.editor.dismiss();
    const [before] = await serverProcesses(vscode());
    process.kill(before!, 'SIGKILL');
    await expect.poll(() => serverProcesses(vscode())).not.toContain(before);
    await expect.poll(() => serverProcesses(vscode())).toHaveLength(1);
    await expect.poll(() => workbench.editor.marks()).toHaveLength(5);
  });

  test.runIf(isEveryTest)('does not affect the preview', async () => {
    const { workbench } = vscode();
    await workbench.openFile(skillFile('reviewing-diffs'));
    await workbench.statusItem('Skill');
    await workbench.runCommand('Markdown: Open Preview to the Side');
    await workbench.webview().getByRole('heading', { name: 'Review' }).waitFor();
  });

  test('shows no notifications', async () => {
    expect(await vscode().workbench.notifications()).toEqual([]);
  });
});
