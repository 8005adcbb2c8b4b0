import { URI } from 'vscode-uri';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { FileSystem, FolderEntry } from '../../platform/file-system.ts';
import { lastPart } from '../../platform/paths.ts';
import type { TreeNode } from '../../protocol.ts';
import { type TreeAddress, toNodeId } from './tree-address.ts';
import { contextValue } from './tree-group.ts';

/** Maximum number of entries shown in one folder; others are counted. */
const maxEntries = 300;

/** Leftover files of tools are not part of a skill. */
const skippedNames: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.DS_Store']);

const collator = new Intl.Collator(undefined, { numeric: true });

/** The folder that belongs to a skill alone; undefined for commands and for loose files. */
export function ownFolder({ kind, folder, source }: CatalogSkill): string | undefined {
  if (kind !== 'skill') return undefined;
  return folder !== source.folder || source.kind === 'skill' ? folder : undefined;
}

/** Whether a skill's folder contains anything but its own file. */
export async function hasBundledFiles(skill: CatalogSkill, files: FileSystem): Promise<boolean> {
  const folder = ownFolder(skill);
  return folder !== undefined && (await shownEntries(folder, skill, files)).length > 0;
}

/**
 * The content of a folder of a skill, folders first.
 *
 * @param folder the skill's own or one below it
 * @param at the address of the skill's node
 */
export async function bundledNodes(
  folder: string,
  skill: CatalogSkill,
  at: TreeAddress,
  files: FileSystem,
): Promise<TreeNode[]> {
  const entries = await shownEntries(folder, skill, files);
  const above = await Promise.all(foldersDownTo(folder, skill.folder).map((it) => files.realPath(it)));
  const nodes = await Promise.all(
    entries.slice(0, maxEntries).map(async ({ name, type }) => {
      const path = `${folder}/${name}`;
      if (type !== 'folder') return fileNode(path, type === 'file', at);
      const real = await files.realPath(path);
      const leadsTo = foldersDownTo(folder, skill.folder)[above.indexOf(real)];
      return folderNode(path, real === undefined ? undefined : leadsTo, at);
    }),
  );
  return entries.length > maxEntries ? [...nodes, moreNode(folder, entries.length - maxEntries, at)] : nodes;
}

/** The node of a file or folder of a skill; undefined if it no longer exists. */
export async function bundledNode(path: string, at: TreeAddress, files: FileSystem): Promise<TreeNode | undefined> {
  const type = await files.typeOf(path);
  if (type === undefined) return undefined;
  return type === 'folder' ? folderNode(path, undefined, at) : fileNode(path, type === 'file', at);
}

async function shownEntries(folder: string, { path }: CatalogSkill, files: FileSystem): Promise<FolderEntry[]> {
  const entries = (await files.readFolder(folder)) ?? [];
  return entries
    .filter(({ name }) => !skippedNames.has(name) && `${folder}/${name}` !== path)
    .sort((a, b) => Number(b.type === 'folder') - Number(a.type === 'folder') || collator.compare(a.name, b.name));
}

/** A folder below another one, and those between them, the outermost first. */
function foldersDownTo(folder: string, top: string): string[] {
  const parts = folder.slice(top.length).split('/').slice(1);
  return [top, ...parts.map((_, index) => [top, ...parts.slice(0, index + 1)].join('/'))];
}

/** @param leadsTo the parent folder that it links to, if it is such a link */
function folderNode(path: string, leadsTo: string | undefined, at: TreeAddress): TreeNode {
  const name = lastPart(path);
  const remark = leadsTo === undefined ? undefined : `links back to ${lastPart(leadsTo)}`;
  return {
    id: toNodeId({ ...at, kind: 'folder', path }),
    label: name,
    ...(remark !== undefined && { description: remark, icon: 'link' }),
    hasTooltip: false,
    accessibleName: [name, 'folder', remark].filter(Boolean).join(', '),
    contextValue: contextValue(['folder', 'located']),
    children: leadsTo === undefined ? 'collapsed' : 'none',
    uri: URI.file(path).toString(),
    skill: at.skill,
  };
}

/** @param readable whether it is a regular file, rather than a broken link or a device */
function fileNode(path: string, readable: boolean, at: TreeAddress): TreeNode {
  const name = lastPart(path);
  return {
    id: toNodeId({ ...at, kind: 'file', path }),
    label: name,
    ...(!readable && { description: 'not a readable file' }),
    hasTooltip: false,
    accessibleName: readable ? `${name}, file` : `${name}, not a readable file`,
    contextValue: contextValue(readable ? ['file', 'openable', 'located'] : ['file']),
    children: 'none',
    uri: URI.file(path).toString(),
    skill: at.skill,
  };
}

function moreNode(folder: string, count: number, at: TreeAddress): TreeNode {
  const label = `${count} more`;
  return {
    id: toNodeId({ ...at, kind: 'more', path: folder }),
    label,
    hasTooltip: false,
    accessibleName: `${label} in ${lastPart(folder)}`,
    icon: 'ellipsis',
    contextValue: contextValue(['more', 'located']),
    children: 'none',
    uri: URI.file(folder).toString(),
    skill: at.skill,
  };
}
