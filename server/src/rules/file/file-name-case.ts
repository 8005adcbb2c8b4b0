import { firstLine } from '../../document/text/first-line.ts';
import type { Rule, RuleContext } from '../rule.ts';

const fileName = 'SKILL.md';

/** A skill's file whose name differs from `SKILL.md` by case. */
export const fileNameCase: Rule = {
  id: 'file-name-case',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A file name that differs from `SKILL.md` in case, so that case-sensitive file systems hide the skill',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const { document, file } = context;
    if (file.fileName === fileName || !/^skill\.md$/i.test(file.fileName) || !isMeantAsSkill(context)) return;
    report({
      range: firstLine(document),
      message: `Claude Code looks for \`${fileName}\` and does not find \`${file.fileName}\` on case-sensitive file systems, such as on Linux. Rename the file`,
      fixes: [
        {
          title: `Rename the file to \`${fileName}\``,
          safe: false,
          edits: [],
          rename: { what: 'file', to: fileName },
        },
      ],
    });
  },
};

/** Other files may be called `skill.md` as well; a skill is in a folder of skills or has a skill's fields. */
function isMeantAsSkill({ document, file }: RuleContext): boolean {
  if (file.insideSkill) return false;
  if (/\/skills\/[^/]+\/[^/]+$/i.test(file.path)) return true;
  return document.frontmatter.entries.some(({ key }) => key === 'description' || key === 'name');
}
