/** The groups of the rules, in the order of the documentation: the folder with their rules, and their title. */
export const ruleGroups = {
  file: 'The file',
  'name-and-description': 'Name and description',
  fields: 'Flags and fields',
  tools: 'Tools',
  body: 'Placeholders and body',
  'across-files': 'Across skills, agents and settings',
  plugins: 'Plugins, marketplaces and hooks',
  evaluations: 'Evaluations',
} as const;

/** The folder of a group. */
export type RuleGroup = keyof typeof ruleGroups;
