import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TestExplorer } from '../e2e/evaluations/test-explorer.ts';
import { sharedBrowser } from '../e2e/host/browser.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { openVsCode } from '../e2e/host/vscode.ts';
import { nameProgram } from '../e2e/preview/fake-program.ts';
import { writeFiles } from '../e2e/skills-tree/prepared-skills.ts';
import { isEveryTest } from '../every-test.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

const grader = (pattern: string) => `---\ntype: regex\n---\n${pattern}\n`;

const files = {
  '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Greets people" }',
  'skills/greet/SKILL.md':
    '---\ndescription: Greets people. Use when the user says hello\n---\n\nRead references/tone.md.\n',
  'skills/greet/references/tone.md': 'Be warm.\nBe short.\nBe kind.\n',
  'skills/greet/references/never.md': 'Nobody reads this.\n',
  'evals/hello/prompt.md': '---\nruns: 1\nmax_turns: 5\nallowed_tools: [Read, Skill]\n---\nSay hello to Alex.\n',
  'evals/hello/graders/greets.md': grader('Hello'),
  'evals/bye/prompt.md': '---\nruns: 1\n---\nSay goodbye.\n',
  'evals/bye/graders/says.md': grader('Goodbye'),
  'evals/waits/prompt.md': '---\nruns: 1\n---\nSay it slowly.\n',
  'evals/waits/graders/says.md': grader('.'),
};

/* Screenshots for review: .test-output/screenshots/claude-*. */

test.runIf(isEveryTest)(
  'evaluations run in the Test Explorer of a real VS Code, by the real Claude Code',
  {
    timeout: 600_000,
  },
  async () => {
    const prepared = mkdtempSync(path.join(tmpdir(), 'skillwright-explorer-'));
    onTestFinished(() => rmSync(prepared, { recursive: true, force: true }));
    writeFiles(prepared, files);
    let workspace = '';
    const calls = (tool: string, input: object) => ({ calls: [{ tool, input }] });
    const model = await startScriptedModel([
      { when: 'Say goodbye', text: 'See you.' },
      { when: 'Say goodbye', text: 'See you.' },
      { when: 'Say it slowly', text: 'One two three four five six seven eight nine ten.', pause: 60_000 },
      { when: 'Say hello to Alex', ...calls('Skill', { skill: 'demo:greet' }) },
      {
        when: 'Launching skill',
        calls: [
          {
            tool: 'Read',
            get input() {
              return { file_path: `${workspace}/skills/greet/references/tone.md`, limit: 1 };
            },
          },
        ],
      },
      { when: 'Be warm', text: 'Hello, Alex!' },
    ]);
    const vscode = await openVsCode({
      extension: { vsix: path.join(repositoryRoot, 'dist/skillwright.vsix') },
      workspace: prepared,
      environment: {
        ANTHROPIC_BASE_URL: model.address,
        ANTHROPIC_API_KEY: model.key,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // What the runs leave is removed with it.
        TMPDIR: prepared,
      },
    });
    onTestFinished(async () => {
      await vscode.close();
      await (await sharedBrowser()).close();
    });
    workspace = vscode.workspace;
    const { workbench } = vscode;
    const explorer = new TestExplorer(workbench);
    const run = async (name: string, action?: string) => {
      await explorer.open();
      await explorer.run(name, action);
      await explorer.answer('Run');
    };
    await nameProgram(vscode, installedRelease().program);
    await workbench.openFile('skills/greet/SKILL.md');
    await explorer.open();
    await explorer.expand('demo');
    const listed = ['demo (plugin)', 'bye', 'hello', 'waits'].map((name) => `${name} (Not yet run)`);
    await expect.poll(() => explorer.labels()).toEqual(listed);

    await run('bye');
    await expect.poll(() => explorer.stateOf('bye'), { timeout: 60_000 }).toBe('Failed');
    await explorer.expand('bye');
    await explorer.row('says').first().dblclick();
    await expect.poll(() => explorer.peek.innerText()).toMatch(/See\syou/);
    await workbench.screenshot('claude-failed');
    await workbench.editor.dismiss();

    await run('waits');
    await expect.poll(() => explorer.isRunning('waits')).toBe(true);
    await expect.poll(() => model.requests.some((it) => it.includes('Say it slowly')), { timeout: 60_000 }).toBe(true);
    await workbench.runCommand('Test: Cancel Test Run');
    await expect.poll(() => explorer.isRunning('waits')).toBe(false);
    await expect.poll(() => explorer.stateOf('waits')).toBe('Skipped');

    await run('hello', 'Run Test with Coverage');
    await expect.poll(() => explorer.coverage.innerText(), { timeout: 60_000 }).toMatch(/tone\.md[\s\S]*33/);
    await workbench.openFile('skills/greet/references/tone.md');
    await workbench.screenshot('claude-coverage');

    await workbench.openFile('evals/hello/prompt.md');
    await workbench.runCommand('Skillwright: Open Evaluation Results');
    await expect.poll(() => workbench.webview().locator('body').innerText()).toMatch(/hello[\s\S]*greets/);
    await workbench.screenshot('claude-results');
  },
);
