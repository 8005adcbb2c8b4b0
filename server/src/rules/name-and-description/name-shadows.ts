import { firstLine } from '../../document/text/first-line.ts';
import { inWords } from '../messages/in-words.ts';
import { inWordsWithPath, isOtherPlugins, relatedSkill } from '../readings/skills/other-skills.ts';
import type { Rule } from '../rule.ts';

/** Further paths are not named. */
const maxNamed = 3;

export const nameShadows: Rule = {
  id: 'name-shadows',
  level: 'information',
  kinds: ['skill', 'command'],
  summary: 'A skill that hides another skill or a built-in command with the same name',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const own = context.file.inCatalog?.own;
    if (!own) return;
    const hidden = own.hides.filter((other) => !isOtherPlugins(context, other));
    if (hidden.length === 0 && !own.hidesBuiltIn) return;
    const named = hidden.slice(0, maxNamed).map(inWordsWithPath);
    if (hidden.length > maxNamed) named.push(`${hidden.length - maxNamed} more`);
    if (own.hidesBuiltIn) named.push('a built-in skill or command of Claude Code');
    report({
      range: firstLine(context.document),
      message: `\`/${own.name}\` is this ${context.file.kind}, which hides ${inWords(named)}. Rename it unless this is intended`,
      related: hidden.map((other) => relatedSkill(other, `This \`${own.name}\` is hidden`)),
    });
  },
};
