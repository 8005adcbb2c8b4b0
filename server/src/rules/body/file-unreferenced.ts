import { filesNotNamedIn } from '../../catalog/file/unnamed-files.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import type { Rule } from '../rule.ts';

/** The others are only counted. */
const MAX_NAMED = 3;

export const fileUnreferenced: Rule = {
  id: 'file-unreferenced',
  level: 'hint',
  kinds: ['skill'],
  summary: 'Texts and scripts in the folder of a skill that nothing in it names; reported once per skill',
  source: 'https://code.claude.com/docs/en/skills#add-supporting-files',
  check({ document, file }, report) {
    if (!file.unnamedFiles?.length || file.insideSkill || file.misplaced) return;
    const unnamed = filesNotNamedIn(document.text, file.unnamedFiles);
    if (unnamed.length === 0) return;
    const shown = unnamed.slice(0, unnamed.length === MAX_NAMED + 1 ? MAX_NAMED + 1 : MAX_NAMED).map(showText);
    const others = unnamed.length - shown.length;
    const names = inWords(others === 0 ? shown : [...shown, `${others} other files`]);
    const [them, are] = unnamed.length === 1 ? ['it', 'it is'] : ['them', 'they are'];
    report({
      range: firstLine(document),
      message: `Nothing in the skill mentions ${names}, so Claude does not know about ${them}. Say when ${are} needed, or delete ${them}`,
    });
  },
};
