import type { Commands } from '../command.ts';
import { all, hasFolder, isSkillFile, isTrusted, never } from '../conditions.ts';

/** Commands on what is found in skills, and on the rules that find it. */
export const rulesCommands = {
  openRulePage: { title: 'Open Rule Page…' },
  fixAll: { title: 'Fix All Safe Problems', palette: isSkillFile },
  fixAllInWorkspace: { title: 'Fix All Safe Problems in Workspace…', enabled: isTrusted },
  organizeFrontmatter: { title: 'Organize Frontmatter', palette: isSkillFile },
  turnOffVscodeChecks: {
    title: 'Turn Off VS Code’s Own Checks of These Skills',
    enabled: isTrusted,
    palette: all('editorLangId == skill', hasFolder),
  },
  fixWithClaudeCode: { title: 'Fix with Claude Code…', enabled: isTrusted, palette: never },
  turnOffRule: { title: 'Turn Off Rule', palette: never },
} as const satisfies Commands;
