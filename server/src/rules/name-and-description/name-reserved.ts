import { isLoadableName } from '../../catalog/facts/loadable-name.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { isReservedName } from '../../dialect/targets.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { selectedTargets } from '../messages/refusals.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import { writtenName } from '../readings/skills/written-name.ts';
import type { Rule } from '../rule.ts';

export const nameReserved: Rule = {
  id: 'name-reserved',
  level: 'error',
  kinds: ['skill'],
  summary: 'A name that Claude Code reserves or does not load, or that contains a word that a selected target rejects',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const { document, file } = context;
    const name = writtenName(context);
    // Recorded for a project's skills; a plugin's skills begin with the plugin's name.
    if (file.place === 'claude' && !file.insideSkill) {
      const { reservesNames, rejectsUnprintableNames } = capabilities(document.runtime);
      if (reservesNames && !file.misplaced && isReservedName(file.folderName, 'folder')) {
        report({
          range: firstLine(document),
          message: `Claude Code reserves the folder name \`${file.folderName}\` for skills from claude.ai and does not load this skill. Rename the folder`,
        });
      }
      if (rejectsUnprintableNames && !file.misplaced && !isLoadableName(file.folderName)) {
        report({
          range: firstLine(document),
          message:
            'Claude Code does not load a skill whose folder name contains `<`, `>` or invisible characters. Rename the folder',
        });
      }
      if (reservesNames && name && isReservedName(name.text, 'alias')) {
        report({
          range: name.range,
          message: `Claude Code reserves the name \`${name.text}\` for skills from claude.ai and does not load this skill. Choose another name`,
        });
        return;
      }
    }
    if (!name) return;
    for (const { title, name: rules } of selectedTargets(context, (facts) => facts.name.reservedParts !== undefined)) {
      for (const part of rules.reservedParts!) {
        const start = name.text.toLowerCase().indexOf(part);
        if (start < 0) continue;
        report({
          range: rangeInValue(document.text, name.value, start, start + part.length),
          severity: 'warning',
          message: `\`${part}\` is reserved by ${title}: ${rules.whenBroken}. Remove it from the name`,
        });
      }
    }
  },
};
