import { homedir } from 'node:os';
import type { Environment } from '../environment.ts';
import { slashedPath } from '../slashed-path.ts';

/** The machine that the program runs on. */
export const nodeEnvironment: Environment = {
  get home() {
    return homeFolder();
  },
  managed: slashedPath(managedFolder(process.platform)),
  variable: (name) => process.env[name],
  names: () => Object.keys(process.env),
};

/** Where administrators put settings and skills; the skills are in `.claude/skills` below it. */
function managedFolder(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return '/Library/Application Support/ClaudeCode';
    case 'win32':
      return 'C:/Program Files/ClaudeCode';
    default:
      return '/etc/claude-code';
  }
}

function homeFolder(): string | undefined {
  try {
    return slashedPath(homedir());
  } catch {
    // A user id without an account, as in some containers, has no home folder.
    return undefined;
  }
}
