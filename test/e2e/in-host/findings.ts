import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InHostTest } from './in-host-test.ts';
import { eventually, positionOf, reported, showSkill } from './skills.ts';

const description = 'description: Tries things out. Use when a test asks for it.';
const vscodeMessage = "The 'user-invocable' attribute must be 'true' or 'false'.";

/** What `languages.getDiagnostics` returns, including hints. */
export const findings: readonly InHostTest[] = [
  {
    name: 'a finding has a range, a severity, a rule and a link to its page',
    async check() {
      const document = await showSkill('placed', [
        '---',
        'name: placed',
        description,
        'effort: hihg',
        '---',
        '',
        'Go.',
      ]);
      await eventually(() => assert.ok(reported(document).includes('field-value')));
      const [finding] = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'skillwright');
      assert.ok(finding);
      const start = positionOf(document, 'hihg');
      assert.ok(finding.range.isEqual(new vscode.Range(start, start.translate(0, 4))));
      assert.equal(finding.severity, vscode.DiagnosticSeverity.Warning);
      assert.match(JSON.stringify(finding.code), /field-value.*skillwright-rule/);
    },
  },
  {
    name: 'hints exist, although no panel lists them',
    async check() {
      const document = await showSkill('hinted', ['---', 'name: hinted', description, '---', '', 'Write $1.']);
      await eventually(() => {
        const hints = vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ source, severity }) => source === 'skillwright' && severity === vscode.DiagnosticSeverity.Hint);
        assert.equal(hints.length, 1);
        assert.equal(document.getText(hints[0]?.range), '$1');
      });
    },
  },
  {
    name: 'a finding is shown beside the message of VS Code, until only Skillwright checks the skills',
    async check() {
      const lines = ['---', 'name: flagged', description, 'user-invocable: maybe', '---', '', 'Go.'];
      const document = await showSkill('flagged', lines);
      // Before VS Code supported skills, it reported nothing.
      const isChecked = document.languageId === 'skill';
      const both = isChecked ? [vscodeMessage, 'boolean-value'] : ['boolean-value'];
      await eventually(() => assert.deepEqual(reported(document).sort(), both));
      if (!isChecked) return;

      void vscode.commands.executeCommand('skillwright.turnOffVscodeChecks', document.uri);
      const asMarkdown = (): vscode.TextDocument => {
        const found = vscode.workspace.textDocuments.find(({ uri }) => uri.path === document.uri.path);
        assert.equal(found?.languageId, 'markdown');
        return found!;
      };
      await eventually(() => assert.deepEqual(reported(asMarkdown()), ['boolean-value']));
      const settings = vscode.workspace.getConfiguration('files', document.uri);
      const { workspaceValue } = settings.inspect<object>('associations') ?? {};
      assert.deepEqual(workspaceValue, { '**/.claude/skills/*/SKILL.md': 'markdown' });
      await settings.update('associations', undefined, vscode.ConfigurationTarget.Workspace);
    },
  },
  {
    name: 'findings follow the text, and disappear with the problem',
    async check() {
      const document = await showSkill('edited', [
        '---',
        'name: edited',
        description,
        'effort: hihg',
        '---',
        '',
        'Go.',
      ]);
      await eventually(() => assert.ok(reported(document).includes('field-value')));
      const edit = new vscode.WorkspaceEdit();
      const start = positionOf(document, 'hihg');
      edit.replace(document.uri, new vscode.Range(start, start.translate(0, 4)), 'high');
      await vscode.workspace.applyEdit(edit);
      await eventually(() => assert.ok(!reported(document).includes('field-value')));
      await document.save();
    },
  },
];
