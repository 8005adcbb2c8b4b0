import { commands, type Disposable } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Refresh Skills" */
export function registerRefreshSkills({ view }: SkillActions): Disposable {
  return commands.registerCommand('skillwright.refreshSkills', () => view.reload());
}
