/** Who can use a skill, according to Claude Code's filters. */
export const skillFilters = ['model', 'user', 'slash'] as const;

export type SkillFilter = (typeof skillFilters)[number];
