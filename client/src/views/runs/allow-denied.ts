import { workspace } from 'vscode';
import { allowRules } from '../../skills/changes/allow-rules.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';

/** Adds the rules that a denied call lacks to the settings of the folder that the skill was run in. */
export function allowDenied(actions: SkillActions, id: string, part: string): Promise<void> {
  return withErrorMessage(actions, 'Could not change the settings', async () => {
    if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
    await allowRules(actions, {
      question: 'Let Claude Code do this without asking?',
      label: 'permission for a denied call',
      async ask() {
        const edit = await actions.server.request('skillwright/allowDenied', { id, part });
        if (!edit) throw new Error('the run no longer exists');
        return { edit, rules: edit.rules };
      },
    });
  });
}
