import { PROJECT_SKILLS } from '../../dialect/skill-folders.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { isSetAside, isUnloadedCopy } from '../readings/skills/unloaded-copy.ts';
import type { Rule } from '../rule.ts';

export const skillElsewhere: Rule = {
  id: 'skill-elsewhere',
  level: 'information',
  kinds: ['skill'],
  summary: 'A folder of skills that other products read, and Claude Code does not; reported once, in its first skill',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const { elsewhere } = context.file;
    if (!elsewhere?.isFirst || isUnloadedCopy(context) || isSetAside(context)) return;
    const { folder, readers, besideOwn } = elsewhere;
    const verb = readers.length === 1 ? 'reads' : 'read';
    report({
      range: firstLine(context.document),
      // Without Claude Code, the folder is meant for the others.
      ...(!besideOwn && { severity: 'hint' }),
      message: `Claude Code does not read ${showText(folder)}: ${inWords(readers)} ${verb} it. Link or copy its skills to \`${PROJECT_SKILLS}\` if Claude Code should have them`,
    });
  },
};
