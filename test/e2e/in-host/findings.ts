import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InHostTest } from './inHostTest.ts';
import { eventually, placeOf, said, showSkill } from './skills.ts';

const description = 'description: Tries things out. Use when a test asks for it.';
const saidByVscode = "The 'user-invocable' attribute must be 'true' or 'false'.";

/** What `languages.getDiagnostics` holds, hints among it. */
export const findings: readonly InHostTest[] = [
  {
    name: 'a finding has its place, level, rule and a link to its page',
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
      await eventually(() => assert.ok(said(document).includes('field-value')));
      const [finding] = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'skillwright');
      assert.ok(finding);
      const start = placeOf(document, 'hihg');
      assert.ok(finding.range.isEqual(new vscode.Range(start, start.translate(0, 4))));
      assert.equal(finding.severity, vscode.DiagnosticSeverity.Warning);
      assert.match(JSON.stringify(finding.code), /field-value.*https/);
    },
  },
  {
    name: 'hints are there, though no panel lists them',
    async check() {
      const document = await showSkill('hinted', ['---', 'name: hinted', description, '---', '', 'Write {baseDir}/x.']);
      await eventually(() => {
        const hints = vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ source, severity }) => source === 'skillwright' && severity === vscode.DiagnosticSeverity.Hint);
        assert.equal(hints.length, 1);
        assert.equal(document.getText(hints[0]?.range), '{baseDir}');
      });
    },
  },
  {
    name: 'what VS Code says too is left out, and comes back as soon as the settings want it',
    async check() {
      const lines = ['---', 'name: flagged', description, 'user-invocable: maybe', '---', '', 'Go.'];
      const document = await showSkill('flagged', lines);
      // Before VS Code knew skills it said nothing, and we say it ourselves.
      if (document.languageId !== 'skill') return eventually(() => assert.deepEqual(said(document), ['boolean-value']));
      await eventually(() => assert.deepEqual(said(document), [saidByVscode]));

      const settings = vscode.workspace.getConfiguration('skillwright');
      await settings.update('vscodeFindings', 'keep', vscode.ConfigurationTarget.Workspace);
      await eventually(() => assert.deepEqual(said(document).sort(), [saidByVscode, 'boolean-value']));
      await settings.update('vscodeFindings', undefined, vscode.ConfigurationTarget.Workspace);
      await eventually(() => assert.deepEqual(said(document), [saidByVscode]));
    },
  },
  {
    name: 'findings follow the text, and go with the defect',
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
      await eventually(() => assert.ok(said(document).includes('field-value')));
      const edit = new vscode.WorkspaceEdit();
      const start = placeOf(document, 'hihg');
      edit.replace(document.uri, new vscode.Range(start, start.translate(0, 4)), 'high');
      await vscode.workspace.applyEdit(edit);
      await eventually(() => assert.ok(!said(document).includes('field-value')));
      await document.save();
    },
  },
];
