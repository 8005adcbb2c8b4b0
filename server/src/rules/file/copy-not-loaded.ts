import { firstLine } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { showText } from '../messages/show-value.ts';
import { isUnloadedCopy } from '../readings/skills/unloaded-copy.ts';
import type { Rule } from '../rule.ts';

export const copyNotLoaded: Rule = {
  id: 'copy-not-loaded',
  level: 'information',
  kinds: ['skill'],
  summary:
    'A folder of translations, generated editions or overlays of skills, from which nothing is loaded; reported once, in the file of its first skill',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const { copy } = context.file;
    if (!copy?.isFirst || !isUnloadedCopy(context)) return;
    const { folder, original, originalPath } = copy;
    report({
      range: firstLine(context.document),
      message: `Claude Code does not load the copies of skills in ${showText(folder)}, such as this one of ${showText(original)}. Only errors are reported in them; turn off this rule to check them like other skills`,
      related: [{ path: originalPath, range: textRange(0, 0), message: 'The skill that it repeats' }],
    });
  },
};
