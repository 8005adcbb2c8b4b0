import { Uri, workspace } from 'vscode';
import type { SkillInfo } from '../../../server/src/protocol.ts';
import { baseName, parentOf } from './file-place.ts';

/** The names next to a skill, its own included, without its file's extension. */
export async function takenBeside(skill: SkillInfo): Promise<string[]> {
  const item = Uri.parse(skill.itemUri);
  const extension = baseName(item).slice(skill.baseName.length);
  const entries = await workspace.fs.readDirectory(parentOf(item));
  return entries.map(([name]) => (extension && name.endsWith(extension) ? name.slice(0, -extension.length) : name));
}
