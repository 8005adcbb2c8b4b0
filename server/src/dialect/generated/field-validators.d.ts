import type { Validator } from '../shapes/validator.ts';

/** The value of each frontmatter field of skills and commands; a command has the fields of a skill. */
export const skillFields: Readonly<Record<string, Validator>>;
/** The value of each frontmatter field of agents. */
export const agentFields: Readonly<Record<string, Validator>>;
