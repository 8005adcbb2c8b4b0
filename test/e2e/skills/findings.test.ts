import { beforeEach, expect, test } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { vscodeForTests } from '../host/vscode-for-tests.ts';
import { packedInSample, problemsIn, skillFile, writeToWorkspace } from './sample-workspace.ts';

const vscode = vscodeForTests({ ...packedInSample, sharedAs: 'sample' });

beforeEach(async ({ task }) => {
  // What a failed attempt typed would be in the way of the next one.
  if (task.result?.retryCount) await vscode().workbench.runCommand('File: Revert File');
});

test('a correct skill has no squiggles', async () => {
  const { workbench } = vscode();
  await workbench.openFile(skillFile('reviewing-diffs'));
  await expect.poll(() => workbench.languageStatus()).toContain('Skillwright, Verified with Claude Code');
  // VS Code moves the marks of the previous file away a moment after it shows the next one.
  await expect.poll(() => workbench.editor.marks()).toEqual([]);
  await expect.poll(() => problemsIn(workbench, skillFile('reviewing-diffs'))).toEqual([]);
});

test('squiggles are under exactly the wrong characters', async () => {
  const { workbench } = vscode();
  const marked = async (name: string) => {
    await workbench.openFile(skillFile(name));
    return expect.poll(() => workbench.editor.marks());
  };
  await (await marked('drafting-mail')).toEqual(
    ['when-to-use', 'allowedTools', 'forked', 'hihg', 'PreToolUze'].map((text) => ({ kind: 'warning', text })),
  );
  await (await marked('deploying-releases')).toEqual([{ kind: 'error', text: '"' }]);
  await (await marked('estimating-costs')).toEqual([
    { kind: 'warning', text: '$2' },
    { kind: 'warning', text: '$3' },
    { kind: 'warning', text: '$CLAUDE_SESSION_ID' },
  ]);
});

test('the Problems panel shows our name and the rule', async () => {
  const { workbench } = vscode();
  await workbench.openFile(skillFile('deploying-releases'));
  await expect
    .poll(async () => (await workbench.problems()).filter(({ file }) => file.includes('deploying-releases')))
    .toEqual([
      {
        file: expect.stringContaining(skillFile('deploying-releases')),
        severity: 'error',
        source: 'skillwright',
        code: 'yaml-syntax',
        owner: 'skillwright',
        message: expect.stringContaining('This quote is never closed'),
        start: { line: 3, column: 14 },
        end: { line: 3, column: 15 },
      },
    ]);
});

test.runIf(isEveryTest)('a finding is shown beside what VS Code says of the same characters', async () => {
  const { workbench } = vscode();
  const reported = (name: string) => problemsIn(workbench, skillFile(name));
  await workbench.openFile(skillFile('cleaning-branches'));
  await expect
    .poll(() => reported('cleaning-branches'))
    .toEqual([
      ['dead-skill', 5, 1],
      ["The 'user-invocable' attribute must be 'true' or 'false'.", 5, 17],
      ['boolean-value', 5, 17],
    ]);
  await workbench.openFile(skillFile('Release Notes'));
  await expect
    .poll(() => reported('Release Notes'))
    .toEqual([
      ['Skill name may only contain lowercase letters, numbers, and hyphens.', 2, 7],
      ['name-format', 2, 7],
      ['description-no-trigger', 3, 1],
      ['description-person', 3, 14],
    ]);
});

test.runIf(isEveryTest)('findings follow an edit beside those of VS Code', async () => {
  const { workbench } = vscode();
  const { editor } = workbench;
  await workbench.openFile(skillFile('Release Notes'));
  await editor.goAfter('name: Release');
  await editor.type('d');
  await expect.poll(() => editor.marks()).toContainEqual({ kind: 'error', text: 'Released Notes' });
  const reported = () => problemsIn(workbench, skillFile('Release Notes'));
  await expect
    .poll(async () => (await reported()).filter(([, line]) => line === 2))
    .toEqual([
      ['Skill name may only contain lowercase letters, numbers, and hyphens.', 2, 7],
      ['name-format', 2, 7],
      ["The skill name 'Released Notes' should match the folder name 'Release Notes'.", 2, 7],
    ]);

  // The name itself is valid for VS Code and for us. Only VS Code reports that it differs from the folder.
  await editor.replaceAll('---\nname: notes\ndescription: Writes notes. Use when asked for notes.\n---\n\nWrite.\n');
  await expect.poll(reported).toEqual([["The skill name 'notes' should match the folder name 'Release Notes'.", 2, 7]]);
  await editor.replaceAll('---\nname: Notes\ndescription: Writes notes. Use when asked for notes.\n---\n\nWrite.\n');
  await expect.poll(reported).toEqual([
    ['Skill name may only contain lowercase letters, numbers, and hyphens.', 2, 7],
    ['name-format', 2, 7],
    ["The skill name 'Notes' should match the folder name 'Release Notes'.", 2, 7],
  ]);
});

test.runIf(isEveryTest)('agents and commands are checked', async () => {
  const { workbench } = vscode();
  await workbench.openFile('.claude/commands/fix-issue.md');
  await expect.poll(() => workbench.editor.marks()).toEqual([{ kind: 'info', text: '[number]' }]);
  await workbench.openFile('.claude/agents/researcher.md');
  await workbench.editor.goAfter('Grep, Glob');
  await workbench.editor.type('\nmodel: opuss');
  await expect
    .poll(() => problemsIn(workbench, '.claude/agents/researcher.md'))
    .toContainEqual(['model-unknown', 5, 8]);
});

test('ranges are correct with CRLF and wide characters', async () => {
  const { workbench } = vscode();
  const lines = [
    '---',
    'name: wide',
    'description: 日本語のテキスト 😀. Use when the user asks for 幅.',
    'when-to-use: 😀😀',
    'effort: "hihg" # 幅',
    '---',
    '',
    '幅 😀 𝒳 goes to 😀 $1.',
    '',
  ];
  await writeToWorkspace(vscode(), skillFile('wide'), lines.join('\r\n'));
  await workbench.openFile(skillFile('wide'));
  await workbench.statusItem('CRLF');
  await expect
    .poll(() => workbench.editor.marks())
    .toEqual([
      { kind: 'warning', text: 'when-to-use' },
      { kind: 'warning', text: '"hihg"' },
      { kind: 'hint', text: '$1' },
    ]);
});

test.runIf(isEveryTest)('a file that VS Code treats as plain text is checked', async () => {
  const { workbench } = vscode();
  await workbench.changeSettings({ 'files.associations': { 'SKILL.md': 'plaintext' } });
  await workbench.openFile(skillFile('drafting-mail'));
  await workbench.statusItem('Plain Text');
  await expect.poll(() => workbench.editor.marks()).toContainEqual({ kind: 'warning', text: 'PreToolUze' });
  await expect.poll(() => workbench.editor.marks()).toHaveLength(5);
});

test('nothing of this shows a notification', async () => {
  expect(await vscode().workbench.notifications()).toEqual([]);
});
