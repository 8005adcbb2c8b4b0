import { type PreparedSkills, skill } from './prepared-skills.ts';

/** Skills of every tier and status. */
export const everyTier: PreparedSkills = {
  managed: {
    '.claude/skills/deploy-guard/SKILL.md': skill('Checks releases before they go out. Use before a deployment.'),
  },
  home: {
    '.claude/skills/pdf/SKILL.md': skill(
      'Extracts text from PDF files. Use when a PDF is named.',
      'Read the file, and [more](more.md) if it is encrypted.',
      'allowedTools: Read\neffort: hihg\n',
    ),
    '.claude/skills/pdf/more.md': 'See [notes](../notes/SKILL.md).\n',
    '.claude/skills/notes/SKILL.md': skill('Keeps notes of meetings. Use when a meeting is named.'),
    '.claude/skills/review/SKILL.md': skill('Reviews as I like it. Use for reviews.'),
  },
  workspace: {
    'README.md': '# Sample\n',
    '.claude/settings.json': '{\n  "skillOverrides": {\n    "notes": "name-only",\n    "drafts": "off"\n  }\n}\n',
    '.claude/skills/release/SKILL.md': skill(
      'Makes a release with its notes. Use when a release is due.',
      'Follow [the checklist](references/checklist.md).',
      'name: release\n',
    ),
    '.claude/skills/release/references/checklist.md': '- Changelog\n- Tag\n',
    '.claude/skills/release/scripts/tag.sh': 'git tag "$1"\n',
    '.claude/skills/review/SKILL.md': skill('Reviews a diff. Use when the user asks for a review.'),
    '.claude/skills/drafts/SKILL.md': skill('Drafts mail. Use when the user asks for a draft.'),
    '.claude/skills/old-dead/SKILL.md': skill(
      'Nobody can call this any more. Use never.',
      'Nothing.',
      'disable-model-invocation: true\nuser-invocable: false\n',
    ),
    '.claude/skills/typed/SKILL.md': skill(
      'Writes TypeScript as we do. Use for TypeScript.',
      'Write it.',
      'paths: "**/*.ts"\n',
    ),
    '.claude/skills/loose.md': skill('Stands where nobody looks. Use when found.'),
    '.claude/commands/fix-issue.md': skill('Fixes an issue.', 'Fix issue $1.'),
    '.claude/agents/researcher.md':
      '---\nname: researcher\ndescription: Looks things up.\nskills: release\n---\n\nLook it up.\n',
    'apps/web/.claude/skills/styling/SKILL.md': skill('Styles components. Use for components.'),
  },
};
