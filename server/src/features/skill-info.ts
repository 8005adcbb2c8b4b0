import { URI } from 'vscode-uri';
import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogSkill } from '../catalog/catalog-skill.ts';
import { lastPart } from '../catalog/last-part.ts';
import type { SkillInfo } from '../protocol.ts';
import { ownFolder } from './skill-files.ts';
import { writtenOverride } from './skill-override.ts';
import { isWritable } from './tier-groups.ts';

/** What is moved, renamed or deleted with a skill: its own folder, or the file of a command or a loose file. */
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

/** What the actions on a skill need to know; undefined for one that is gone. */
export function skillInfo(catalog: Catalog, id: string): SkillInfo | undefined {
  const skill = catalog.get(id);
  if (!skill) return undefined;
  const item = skillItem(skill);
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
  };
}
