import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InHostTest } from './inHostTest.ts';

/** What we rely on of VS Code itself: which language it takes a skill for, in each release. */
export const builtInLanguage: readonly InHostTest[] = [
  {
    name: 'SKILL.md opens as a skill, or as markdown before VS Code knew skills',
    async check() {
      const [file] = await vscode.workspace.findFiles('**/SKILL.md', undefined, 1);
      assert.ok(file, 'the workspace has a SKILL.md');
      const document = await vscode.workspace.openTextDocument(file);
      assert.ok(['skill', 'markdown'].includes(document.languageId), document.languageId);
    },
  },
];
