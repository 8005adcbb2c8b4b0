import { commands, type Disposable, Uri, workspace } from 'vscode';
import { copyItem } from '../../changes/change-files.ts';
import { confirmOutside } from '../../changes/confirm-outside.ts';
import { baseName, childOf, parentOf, uriAfterMove } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { askSkillName, freeName } from '../ask-skill-name.ts';
import { hasFlag } from '../node-flags.ts';
import { siblingNames } from '../sibling-names.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Duplicate Skill…": creates a copy next to it, with another name. */
export function registerDuplicateSkill(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return registerCommand('duplicateSkill', (argument?: unknown) =>
    failures.guard('Could not duplicate the skill', async () => {
      const skill = await choice.skill(argument, 'Select a skill to duplicate', (node) => hasFlag(node, 'editable'));
      if (!skill) return;
      const taken = await siblingNames(skill);
      const title = `Duplicate ${skill.baseName}`;
      const item = Uri.parse(skill.itemUri);
      const folder = parentOf(item).toString();
      const name = await askSkillName(server, { title, value: freeName(skill.baseName, taken), taken, folder });
      if (name === undefined || !(await confirmOutside(skill.outside === undefined ? [] : [skill.outside]))) return;
      const copy = childOf(parentOf(item), name + baseName(item).slice(skill.baseName.length));
      const file = uriAfterMove(Uri.parse(skill.uri), item, copy);
      await changes.make(() => copyItem(item, copy, () => renameField(server, file, name)));
      await commands.executeCommand('vscode.open', file);
      await changes.show(file);
    }),
  );
}

/** Gives the field `name` of a copy its own name; a file that cannot be read stays as it is. */
async function renameField(server: LanguageServer, file: Uri, name: string): Promise<void> {
  const bytes = await workspace.fs.readFile(file);
  const text = readUtf8(bytes);
  const renamed = text === undefined ? null : await server.request('skillwright/renamedText', { text, name });
  if (renamed !== null) await workspace.fs.writeFile(file, new TextEncoder().encode(renamed));
}

function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
