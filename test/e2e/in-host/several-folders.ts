import assert from 'node:assert/strict';
import type { InHostTest } from './in-host-test.ts';
import { eventually, reported, showSkill } from './skills.ts';

const lines = (name: string) => [
  '---',
  `name: ${name}`,
  'description: Tries folders out. Use when a test asks for it.',
  'model: opuss',
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
      await eventually(() =>
        assert.deepEqual(reported(strict).filter(isRule).sort(), ['field-not-portable', 'model-unknown']),
      );
      const lenient = await showSkill('lenient-one', lines('lenient-one'), 'lenient');
      await eventually(() =>
        assert.ok(
          reported(lenient).some((it) => !isRule(it)),
          'VS Code has looked',
        ),
      );
      assert.deepEqual(reported(lenient).filter(isRule), []);
    },
  },
];

function isRule(reported: string): boolean {
  return /^[a-z-]+$/.test(reported);
}
