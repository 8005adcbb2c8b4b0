import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { offeredPlugin } from '../../../catalog/discover/offered-plugin.ts';
import { repositoryRoot, type Session } from '../../../catalog/session.ts';
import { skillLocks } from '../../../dialect/skill-locks.ts';
import { ownFolder } from '../../../features/shown-skills/skill-files.ts';
import { isWithin, lastPart, relativeTo } from '../../../platform/paths.ts';
import { type FolderContent, readFolderContent } from './folder-content.ts';
import { hasLockedContent } from './locked-hash.ts';
import { findLockEntry, findSource, type LockEntry, type SourcePlace, type UnusableLock } from './skill-lock.ts';

/** One of the folders that should have the same content. */
export interface OriginSide {
  readonly kind: 'here' | 'copy' | 'source';
  /** Absolute. */
  readonly folder: string;
}

/** A file that is not the same in every folder. */
export interface OriginFile {
  /** In the folders. */
  readonly path: string;
  /** For each side, which version it has: equal numbers are equal contents; undefined if it has no such file. */
  readonly versions: readonly (number | undefined)[];
}

/** Where a skill comes from, and what no longer agrees with it. */
export interface SkillOrigin {
  readonly name: string;
  /** The lock file and what it says; or why it cannot be used. */
  readonly lock?: LockEntry | UnusableLock;
  /** `plugin@marketplace` */
  readonly plugin?: string;
  /** Whether the content differs from the one that was installed; undefined if nothing says so. */
  readonly isEdited: boolean | undefined;
  /** Where the source is; undefined for a skill without one. */
  readonly source: SourcePlace['kind'] | undefined;
  /** First the skill itself, then copies, then the source. */
  readonly sides: readonly OriginSide[];
  /** By path. */
  readonly files: readonly OriginFile[];
  /** Folders that were read only in part, or not at all. */
  readonly notes: readonly string[];
}

/** Where a skill comes from; undefined if nothing records that and there is no other copy. Nothing is written or fetched. */
export async function skillOrigin(skill: CatalogSkill, session: Session): Promise<SkillOrigin | undefined> {
  const folder = ownFolder(skill);
  if (folder === undefined) return undefined;
  const notes: string[] = [];
  const lock = await findLockEntry(skill, session);
  const plugin = skill.source.pluginKey;
  const source =
    lock && 'source' in lock ? await findSource(lock, skill, session) : await inMarketplace(skill, session);
  const copies = await copiesOf(folder, skill, session, notes);
  if (!lock && source === undefined && copies.length === 0) return undefined;
  const sides: OriginSide[] = [
    { kind: 'here', folder },
    ...copies.map((copy): OriginSide => ({ kind: 'copy', folder: copy })),
    ...(source?.kind === 'folder' ? [{ kind: 'source' as const, folder: source.folder }] : []),
  ];
  const contents = await Promise.all(sides.map((side) => readFolderContent(side.folder, session.files)));
  for (const [index, { isComplete }] of contents.entries())
    if (!isComplete) notes.push(`${sides[index]!.folder} was not read completely`);
  const isEdited = lock && 'hash' in lock && lock.hash ? await hasLockedContent(contents[0]!, lock.hash) : undefined;
  return {
    name: skill.name,
    ...(lock && { lock }),
    ...(plugin !== undefined && source && { plugin }),
    isEdited: isEdited === undefined ? undefined : !isEdited,
    source: source?.kind,
    sides,
    files: differingFiles(contents),
    notes,
  };
}

/** Whether something does not agree: with the lock file, the source or a copy. */
export function isDifferent({ isEdited, files }: SkillOrigin): boolean {
  return isEdited === true || files.length > 0;
}

/** The same skill in the marketplace that its plugin was installed from. */
async function inMarketplace(
  { folder, source: { pluginKey, owner } }: CatalogSkill,
  session: Session,
): Promise<SourcePlace | undefined> {
  const offered = pluginKey === undefined ? undefined : await offeredPlugin(pluginKey, session);
  if (offered === undefined || !isWithin(folder, owner)) return undefined;
  const [here, there] = await Promise.all([session.files.realPath(owner), session.files.realPath(offered)]);
  // Plugins of a marketplace on this machine are read in place.
  if (there === undefined || here === there) return undefined;
  const inside = folder === owner ? offered : `${offered}/${relativeTo(folder, owner)}`;
  const real = await session.files.realPath(`${inside}/SKILL.md`);
  return real !== undefined && isWithin(real, there) ? { kind: 'folder', folder: inside } : { kind: 'absent' };
}

/** Other copies of a skill that belong to the same project or user. Links to the skill itself are no copies. */
async function copiesOf(folder: string, skill: CatalogSkill, session: Session, notes: string[]): Promise<string[]> {
  const { files, environment } = session;
  const { tier, owner } = skill.source;
  const base = tier === 'user' ? environment.home : tier === 'project' || tier === 'nested' ? owner : undefined;
  if (base === undefined) return [];
  const copy = `${base}/${skillLocks.sharedFolder.path}/${lastPart(folder)}`;
  const [here, there] = await Promise.all([files.realPath(folder), files.realPath(copy)]);
  if (there === undefined || there === here || (await files.typeOf(`${copy}/SKILL.md`)) !== 'file') return [];
  const root = await files.realPath((tier === 'user' ? base : await repositoryRoot(base, files)) ?? base);
  if (isWithin(there, root)) return [copy];
  notes.push(`${copy} leads to another place and was not read`);
  return [];
}

function differingFiles(contents: readonly FolderContent[]): OriginFile[] {
  const paths = [...new Set(contents.flatMap(({ files }) => [...files.keys()]))].sort();
  return paths.flatMap((path) => {
    const hashes = contents.map(({ files }) => files.get(path)?.hash);
    if (new Set(hashes).size === 1) return [];
    const known = [...new Set(hashes.filter((hash) => hash !== undefined))];
    return [{ path, versions: hashes.map((hash) => (hash === undefined ? undefined : known.indexOf(hash) + 1)) }];
  });
}
