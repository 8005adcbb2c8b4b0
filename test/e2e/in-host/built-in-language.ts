import assert from 'node:assert/strict';
import type { InHostTest } from './in-host-test.ts';
import { showSkill } from './skills.ts';

/** The language of a skill in each release of VS Code, which we rely on. */
export const builtInLanguage: readonly InHostTest[] = [
  {
    name: 'SKILL.md opens as a skill, or as markdown before VS Code knew skills',
    async check() {
      const document = await showSkill('language', ['---', 'name: language', '---']);
      assert.ok(['skill', 'markdown'].includes(document.languageId), document.languageId);
    },
  },
];
