import { type Disposable, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { nodeOf } from '../../skills/choose-skill.ts';
import { findSkills } from '../../skills/import/find-skills.ts';
import { importSkills } from '../../skills/import/import-skills.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';

/** "Import Skill…": copies a folder or the content of a zip. */
export function registerImportSkill(actions: SkillActions): Disposable {
  return registerCommand('importSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not import the skill', async () => {
      // On most systems, one dialog cannot select both.
      const kinds = [
        { label: '$(folder) Folder', description: 'with one or more skills', folder: true },
        { label: '$(file-zip) Zip File', description: 'with a SKILL.md', folder: false },
      ];
      const kind = await window.showQuickPick(kinds, { placeHolder: 'What do you want to import?' });
      if (!kind) return;
      const chosen = await window.showOpenDialog({
        canSelectFolders: kind.folder,
        canSelectFiles: !kind.folder,
        openLabel: 'Import',
        ...(!kind.folder && { filters: { 'Zip Files': ['zip', 'skill'] } }),
      });
      if (chosen?.[0]) await importSkills(actions, await findSkills(chosen[0]), nodeOf(argument, actions)?.id);
    }),
  );
}
