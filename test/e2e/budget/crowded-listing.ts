import { type PreparedSkills, skill } from '../skills-tree/prepared-skills.ts';

const long = `Extracts text and tables from PDF files. ${'It knows forms, scans and signatures. '.repeat(50)}Use on Mondays.`;

/** Skills from several locations whose descriptions do not fit into a small budget. */
export const crowdedListing: PreparedSkills = {
  workspace: {
    '.claude/skills/review/SKILL.md': skill('Reviews a diff. Use before committing.', 'Look at it.\n'.repeat(40)),
    '.claude/skills/review/references/checklist.md': 'Look at names.\n'.repeat(30),
    '.claude/skills/pdf/SKILL.md': skill(long),
    '.claude/skills/release/SKILL.md': skill(`Writes release notes. ${'Names every change. '.repeat(40)}`),
    '.claude/commands/deploy.md': '---\ndescription: Deploys the site.\n---\n\nDeploy.\n',
    'CLAUDE.md': 'Write in short sentences.\n'.repeat(20),
  },
  home: {
    '.claude/skills/notes/SKILL.md': skill('Keeps notes of meetings. Use when a meeting is mentioned.'),
    '.claude/skills/silent/SKILL.md': skill('Runs only by hand.', 'Run.', 'disable-model-invocation: true\n'),
  },
  managed: { '.claude/skills/guard/SKILL.md': skill('Checks a release before it is deployed.') },
};

/** In characters: enough for all names and some of the descriptions. */
export const smallBudget = { SLASH_COMMAND_TOOL_CHAR_BUDGET: '7300' };
