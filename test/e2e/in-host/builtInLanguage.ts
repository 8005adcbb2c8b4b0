import assert from 'node:assert/strict';
import type { InHostTest } from './inHostTest.ts';
import { showSkill } from './skills.ts';

/** What we rely on of VS Code itself: which language it takes a skill for, in each release. */
export const builtInLanguage: readonly InHostTest[] = [
  {
    name: 'SKILL.md opens as a skill, or as markdown before VS Code knew skills',
    async check() {
      const document = await showSkill('language', ['---', 'name: language', '---']);
      assert.ok(['skill', 'markdown'].includes(document.languageId), document.languageId);
    },
  },
];
