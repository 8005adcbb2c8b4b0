import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { inWordsWithPath, isOtherPlugins, relatedSkill } from '../readings/skills/other-skills.ts';
import { writtenName } from '../readings/skills/written-name.ts';
import type { Rule } from '../rule.ts';

export const nameDuplicate: Rule = {
  id: 'name-duplicate',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A skill with the same name as another one, so that only the other one is loaded or runs',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const own = context.file.inCatalog?.own;
    if (!own) return;
    const { kind } = context.file;
    // A release that lists both calls the first.
    const fate = capabilities(context.document.runtime).listsNamesakes ? 'never runs' : 'is never loaded';
    const { hiddenBy, aliasTakenBy } = own;
    // That skills come before commands is reported by another rule.
    const isCommandOfSkill = kind === 'command' && hiddenBy?.kind === 'skill';
    if (own.status === 'shadowed' && hiddenBy && !isCommandOfSkill && !isOtherPlugins(context, hiddenBy)) {
      report({
        range: firstLine(context.document),
        message: `This ${kind} ${fate}: \`/${own.name}\` is ${inWordsWithPath(hiddenBy)}. Rename one of them`,
        related: [relatedSkill(hiddenBy, `This \`${own.name}\` is loaded instead`)],
      });
    }
    const name = kind === 'skill' ? writtenName(context) : undefined;
    if (!name || !aliasTakenBy || isOtherPlugins(context, aliasTakenBy)) return;
    report({
      range: name.range,
      message: `The \`name\` does not invoke this skill: \`${name.text}\` is ${inWordsWithPath(aliasTakenBy)}, and this one is only \`/${own.name}\`. Rename one of them`,
      related: [relatedSkill(aliasTakenBy, `\`${name.text}\` invokes this one`)],
    });
  },
};
