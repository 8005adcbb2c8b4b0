import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InHostTest } from './in-host-test.ts';
import { eventually, folder, positionOf, runUntil, showSkill } from './skills.ts';

const inClaude = (path: string) => vscode.Uri.joinPath(folder('lenient').uri, '.claude', path);

/** The text of a file as it is in the editor, or on disk; undefined if there is none. */
async function textAt(path: string): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.path === inClaude(path).path);
  if (open?.isDirty) return open.getText();
  return vscode.workspace.fs.readFile(inClaude(path)).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => undefined,
  );
}

const dirtyDocuments = () => vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path);

/** Applies a refactoring, the only one of its kind at a text, checks the files after it, undoes it and checks them again. */
async function applyAndUndo(
  document: vscode.TextDocument,
  at: string,
  kind: string,
  title: string,
  after: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const position = positionOf(document, at);
  const paths = Object.keys(after);
  const before = await Promise.all(paths.map(textAt));
  await eventually(async () => {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(position, position),
      kind,
    );
    assert.deepEqual(
      actions.map((action) => action.title),
      [title],
    );
  });
  const isAs = async (texts: readonly (string | undefined)[]) => {
    for (const [index, path] of paths.entries()) assert.equal(await textAt(path), texts[index]);
  };
  const changed = paths.map((path) => after[path]);
  // As from the menu: what the command above returns has its changes in another order. Shortly after the cursor has moved, VS Code
  // asks for the light bulb, and half a second later drops, without a word, what was asked for before and is not answered yet.
  const apply = async () => {
    vscode.window.activeTextEditor!.selection = new vscode.Selection(position, position);
    await vscode.commands.executeCommand('editor.action.codeAction', { kind, apply: 'first' });
  };
  await runUntil(apply, () => isAs(changed));
  // VS Code saves what a refactoring changed if it is several files. A file whose saving has not ended is written again after undo.
  if (paths.length > 1) await eventually(() => assert.deepEqual(dirtyDocuments(), []));
  await vscode.commands.executeCommand('undo');
  await eventually(() => isAs(before));
  await vscode.workspace.saveAll();
}

const head = [
  '---',
  'name: undone',
  'description: Answers. Use when a test asks.',
  'version: 1',
  '---',
  '',
  '# Undone',
];

/** Changes of several files, which VS Code undoes as one. */
export const refactorings: readonly InHostTest[] = [
  {
    name: 'a section is extracted to a file, and undo brings it back',
    async check() {
      const document = await showSkill('undone', [...head, '', '## Steps', '', 'One.', '', '## End', '', 'Two.']);
      await applyAndUndo(document, '## Steps', 'refactor.extract', 'Extract the section to `references/steps.md`', {
        'skills/undone/SKILL.md': `${head.join('\n')}\n\n## Steps\n\nRead [Steps](references/steps.md).\n\n## End\n\nTwo.\n`,
        'skills/undone/references/steps.md': '# Steps\n\nOne.\n',
      });
    },
  },
  {
    name: 'a section of CLAUDE.md becomes a skill, and a section again',
    async check() {
      const file = inClaude('CLAUDE.md');
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('# App\n\n## Tests\n\nRun all.\n'));
      const document = await vscode.workspace.openTextDocument(file);
      await vscode.window.showTextDocument(document);
      await applyAndUndo(document, '## Tests', 'refactor.extract', 'Move the section to the skill `tests`', {
        'CLAUDE.md': '# App\n\n## Tests\n\nUse the `tests` skill.\n',
        'skills/tests/SKILL.md':
          '---\nname: tests\ndescription: "Tests: Run all. Use when the task is about tests."\n---\n\n# Tests\n\nRun all.\n',
      });
      await vscode.workspace.fs.delete(file);
    },
  },
  {
    name: 'a command becomes a skill, and a command again',
    async check() {
      const file = inClaude('commands/docs/ask.md');
      const text = '---\ndescription: Asks\n---\n\nAsk $1.\n';
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
      const document = await vscode.workspace.openTextDocument(file);
      await vscode.window.showTextDocument(document);
      await applyAndUndo(document, 'description', 'refactor.rewrite', 'Convert to the skill `docs-ask`', {
        'commands/docs/ask.md': undefined,
        'skills/docs-ask/SKILL.md': '---\nname: docs-ask\ndescription: Asks\n---\n\nAsk $1.\n',
      });
      await vscode.workspace.fs.delete(inClaude('commands'), { recursive: true });
    },
  },
  {
    name: 'a skill is made portable, and undo keeps what Claude Code reads',
    async check() {
      const settings = vscode.workspace.getConfiguration('skillwright', folder('lenient').uri);
      await settings.update('targets', ['agentskills'], vscode.ConfigurationTarget.WorkspaceFolder);
      const document = await showSkill('undone', [...head, '', 'Go.']);
      await applyAndUndo(document, 'description', 'refactor.rewrite', 'Make portable for Agent Skills specification', {
        'skills/undone/SKILL.md': `${head.join('\n').replace('version: 1', 'metadata:\n  version: "1"')}\n\nGo.\n`,
      });
      await settings.update('targets', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    },
  },
];
