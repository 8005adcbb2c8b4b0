import { firstLine } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { showText } from '../messages/show-value.ts';
import { isSetAside, isUnloadedCopy } from '../readings/skills/unloaded-copy.ts';
import type { Rule } from '../rule.ts';

export const copyNotLoaded: Rule = {
  id: 'copy-not-loaded',
  level: 'information',
  kinds: ['skill'],
  summary:
    'A folder of translations, generated editions, overlays, backups or test data, from which no skill is loaded; reported once, in the file of its first skill',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const { copy, setAside } = context.file;
    const range = firstLine(context.document);
    if (isSetAside(context)) {
      if (!setAside!.isFirst) return;
      const what = setAside!.holds === 'backups' ? 'backups' : 'test data';
      report({
        range,
        message: `Claude Code does not load the skills in ${showText(setAside!.folder)}, which is named like a folder of ${what}. Only credentials are reported in its files; turn off this rule to check them like others`,
      });
      return;
    }
    if (!copy?.isFirst || !isUnloadedCopy(context)) return;
    const { folder, original, originalPath } = copy;
    report({
      range,
      message: `Claude Code does not load the copies of skills in ${showText(folder)}, such as this one of ${showText(original)}. Only errors are reported in them; turn off this rule to check them like other skills`,
      related: [{ path: originalPath, range: textRange(0, 0), message: 'The skill that it repeats' }],
    });
  },
};
