import { URI } from 'vscode-uri';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import type { SkillInfo } from '../../protocol.ts';
import { outsideOf } from './outside.ts';
import type { ShownSession } from './shown-session.ts';
import { ownFolder } from './skill-files.ts';
import { writtenOverride } from './skill-override.ts';
import { isWritable } from './tier-groups.ts';

/** The file or folder that is moved, renamed or deleted with a skill: its own folder, or the file of a command or a loose file. */
export interface SkillItem {
  readonly path: string;
  readonly kind: 'folder' | 'file';
  /** The last part of the path, of a file without `.md`. */
  readonly name: string;
}

export function skillItem(skill: CatalogSkill): SkillItem {
  const folder = ownFolder(skill);
  const path = folder ?? skill.path;
  const last = lastPart(path);
  return folder === undefined
    ? { path, kind: 'file', name: last.replace(/\.md$/i, '') }
    : { path, kind: 'folder', name: last };
}

/**
 * Where an item really is if links lead out of the folder that it is shown in. An item that is a link itself is
 * moved, renamed or deleted as a link, so only its folder matters.
 */
export async function outsideOfItem(
  { path }: SkillItem,
  sessions: readonly ShownSession[],
  files: FileSystem,
): Promise<string | undefined> {
  const parent = await outsideOf(folderOf(path), sessions, files);
  return parent === undefined ? undefined : `${parent}/${lastPart(path)}`;
}

/** The facts that actions on a skill need; undefined if it no longer exists. */
export async function skillInfo(asked: ShownSession, id: string, files: FileSystem): Promise<SkillInfo | undefined> {
  const { catalog } = asked;
  const skill = catalog.get(id);
  if (!skill) return undefined;
  const item = skillItem(skill);
  const outside = await outsideOfItem(item, [asked], files);
  return {
    id,
    name: skill.name,
    baseName: item.name,
    kind: skill.kind,
    uri: URI.file(skill.path).toString(),
    itemUri: URI.file(item.path).toString(),
    invocation: `/${skill.name}`,
    override: writtenOverride(skill, catalog)?.value ?? null,
    editable: isWritable(skill.source),
    ...(outside !== undefined && { outside }),
  };
}
