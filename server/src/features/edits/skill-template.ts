import { namePattern } from '../../dialect/targets.ts';

/** Names that YAML would not read as a string. */
const yamlWords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** The SKILL.md of a new skill, with what has to be filled in marked as such. */
export function skillTemplate(name: string): string {
  const title = name.replaceAll(/[-_\s]+/g, ' ').trim();
  return `---
${nameField(name)}description: "TODO: Say what this skill does. Use when the user asks for it in these words."
---

# ${title.charAt(0).toUpperCase()}${title.slice(1)}

Say in one sentence what the result should look like.

## Steps

1. Look at the existing files before changing anything.
2. Work step by step, and name the command or file that each step needs.
3. Check the result, and say what to do if the check fails.
`;
}

/** Without a name that is valid everywhere, the folder's name is used. */
function nameField(name: string): string {
  if (namePattern('claude-api')?.test(name) === false) return '';
  const isText = /^[a-z]/.test(name) && !yamlWords.has(name);
  return `name: ${isText ? name : `"${name}"`}\n`;
}
