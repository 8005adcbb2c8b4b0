import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { InHostTest } from './in-host-test.ts';
import { eventually, reported, showSkill } from './skills.ts';

const lines = (name: string) => [
  '---',
  `name: ${name}`,
  'description: Tries folders out. Use when a test asks for it.',
  'model: opuss',
  'effort: hihg',
  '---',
  '',
  'Go.',
];

/** Two folders in one window, each with its own settings. */
export const severalFolders: readonly InHostTest[] = [
  {
    name: 'each folder is checked by its own settings',
    async check() {
      const strict = await showSkill('strict-one', lines('strict-one'), 'strict');
      await eventually(() => assert.deepEqual(rules(strict), ['field-not-portable', 'field-value', 'model-unknown']));
      const lenient = await showSkill('lenient-one', lines('lenient-one'), 'lenient');
      await eventually(() => assert.deepEqual(rules(lenient), ['field-value']));
    },
  },
];

/** The rules with findings in a document, without VS Code's own messages. */
function rules(document: vscode.TextDocument): string[] {
  return [...new Set(reported(document))].filter((it) => /^[a-z-]+$/.test(it)).sort();
}
