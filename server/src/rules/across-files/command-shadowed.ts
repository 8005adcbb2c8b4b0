import { firstLine } from '../../document/text/first-line.ts';
import { inWordsWithPath, relatedSkill } from '../readings/skills/other-skills.ts';
import type { Rule } from '../rule.ts';

export const commandShadowed: Rule = {
  id: 'command-shadowed',
  level: 'information',
  kinds: ['command'],
  summary: 'A command that never runs because a skill has the same name',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check({ document, file }, report) {
    const own = file.inCatalog?.own;
    if (own?.status !== 'shadowed' || own.hiddenBy?.kind !== 'skill') return;
    report({
      range: firstLine(document),
      message: `This command never runs: \`/${own.name}\` is ${inWordsWithPath(own.hiddenBy)}. Remove the command or rename one of them`,
      related: [relatedSkill(own.hiddenBy, `This \`${own.name}\` runs instead`)],
    });
  },
};
