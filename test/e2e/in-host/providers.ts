import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InHostTest } from './in-host-test.ts';
import { eventually, positionOf, reported, showSkill } from './skills.ts';

const lines = [
  '---',
  'name: asked',
  'description: Answers questions. Use when a test asks.',
  'effort: hihg',
  'argumentHint: what',
  'shell: bash',
  '',
  '---',
  '',
  'Go.',
];

/** A skill with two findings, once they are known. */
async function showAsked(): Promise<vscode.TextDocument> {
  const document = await showSkill('asked', lines);
  await eventually(() =>
    assert.ok(['field-value', 'field-unknown'].every((rule) => reported(document).includes(rule))),
  );
  return document;
}

/** What the server answers when VS Code asks on behalf of an extension. */
export const providers: readonly InHostTest[] = [
  {
    name: 'executeHoverProvider',
    async check() {
      const document = await showAsked();
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        positionOf(document, 'shell'),
      );
      const text = hovers.flatMap(({ contents }) => contents.map((it) => (typeof it === 'string' ? it : it.value)));
      assert.match(text.join('\n'), /Default: /);
    },
  },
  {
    name: 'executeCompletionItemProvider',
    async check() {
      const document = await showAsked();
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        positionOf(document, '\n---\n\nGo'),
      );
      const ours = items.filter(({ label }) => label === 'when_to_use');
      assert.equal(ours.length, 1);
      assert.equal(ours[0]?.kind, vscode.CompletionItemKind.Field);
      assert.ok(!items.some(({ label }) => label === 'shell'), 'what is there already is not offered');
    },
  },
  {
    name: 'provideDocumentSemanticTokens, whatever the language',
    async check() {
      const known = await vscode.languages.getLanguages();
      for (const language of ['skill', 'markdown'].filter((it) => known.includes(it))) {
        const document = await showSkill('colored', ['---', 'name: colored', '---', '', 'See $1.']);
        await vscode.languages.setTextDocumentLanguage(document, language);
        const ask = (command: string) => vscode.commands.executeCommand(command, document.uri);
        await eventually(async () => {
          const legend = (await ask('vscode.provideDocumentSemanticTokensLegend')) as
            | vscode.SemanticTokensLegend
            | undefined;
          const tokens = (await ask('vscode.provideDocumentSemanticTokens')) as vscode.SemanticTokens | undefined;
          const [line, character, length, type] = tokens?.data ?? [];
          assert.deepEqual([line, character, length, legend?.tokenTypes[type ?? -1]], [4, 4, 2, 'parameter']);
        });
      }
    },
  },
  {
    name: 'executeCodeActionProvider',
    async check() {
      const document = await showAsked();
      const start = positionOf(document, 'hihg');
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(start, start),
        vscode.CodeActionKind.QuickFix.value,
        1,
      );
      const fix = actions.find(({ title }) => title === 'Write `high`');
      assert.ok(fix, actions.map(({ title }) => title).join(', '));
      assert.equal(fix.isPreferred, true);
      assert.deepEqual(
        fix.edit?.get(document.uri).map(({ newText }) => newText),
        ['high'],
      );
    },
  },
  {
    name: 'source.fixAll.skillwright fixes everything at once',
    async check() {
      const document = await showAsked();
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
        'source.fixAll.skillwright',
        1,
      );
      assert.equal(actions.length, 1);
      const edit = actions[0]?.edit;
      assert.ok(edit);
      await vscode.workspace.applyEdit(edit);
      assert.match(document.getText(), /^argument-hint: what$/m);
      await document.save();
    },
  },
];
