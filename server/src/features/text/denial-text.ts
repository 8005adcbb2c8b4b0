import type { SkillDenial } from '../../runtime/skill-tool/check-skill-call.ts';

/** Says which tool or call a permission rule denies, for a sentence with backticks around code. */
export function denialText({ rule: { rule }, removesTool }: SkillDenial): string {
  const effect = removesTool ? 'the model has no Skill tool and sees no skills' : 'calls to it are refused';
  return `\`permissions.deny\` has \`${rule}\`, so ${effect}`;
}
