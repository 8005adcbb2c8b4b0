import { type Disposable, window } from 'vscode';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { findSkills } from '../import/find-skills.ts';
import { importSkills } from '../import/import-skills.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Import Skill…": copies a folder or the content of a zip. */
export function registerImportSkill(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return registerCommand('importSkill', (argument?: unknown) =>
    failures.guard('Could not import the skill', async () => {
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
      if (chosen?.[0]) await importSkills(server, changes, await findSkills(chosen[0]), choice.node(argument)?.id);
    }),
  );
}
