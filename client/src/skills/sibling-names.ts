import { Uri, workspace } from 'vscode';
import type { SkillInfo } from '../../../server/src/protocol.ts';
import { baseName, parentOf } from '../changes/file-uris.ts';

/** The names in the skill's folder, including its own, without the extension of the skill's file. */
export async function siblingNames(skill: SkillInfo): Promise<string[]> {
  const item = Uri.parse(skill.itemUri);
  const extension = baseName(item).slice(skill.baseName.length);
  const entries = await workspace.fs.readDirectory(parentOf(item));
  return entries.map(([name]) => (extension && name.endsWith(extension) ? name.slice(0, -extension.length) : name));
}
