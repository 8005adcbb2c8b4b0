import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { repositoryRoot, type Session, withSlashes } from '../../../catalog/session.ts';
import { cannotBeRead } from '../../../catalog/settings/unreadable-files.ts';
import { installedFolderName, type LockScope, skillLocks } from '../../../dialect/skill-locks.ts';
import { mapOf, parseMap, textOf } from '../../../document/json-values.ts';
import { folderOf, isWithin, lastPart, resolve } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { isAbsolutePath } from '../../../platform/slashed-path.ts';

/** The entry of a skill in a lock file. All of it is text that somebody else wrote. */
export interface LockEntry {
  /** The lock file. */
  readonly path: string;
  /** `owner/repository`, a path, a package … */
  readonly source: string;
  readonly sourceType: string;
  /** The skill in its source. */
  readonly skillPath: string | undefined;
  readonly hash: string | undefined;
  /** The folder that sources may be read in: nothing that a lock file names leads out of it. */
  readonly root: string;
}

/** A lock file that cannot be used. */
export interface UnusableLock extends Refusal {
  readonly path: string;
}

/** Bytes of a lock file; thousands of skills need a tenth of it. */
const maxBytes = 4 * 1024 * 1024;

/** The entry of a skill in the lock file that is for it, or why the file cannot be used; undefined without either. */
export async function findLockEntry(
  skill: CatalogSkill,
  session: Session,
): Promise<LockEntry | UnusableLock | undefined> {
  const place = await lockPlace(skill, session);
  if (!place) return undefined;
  const { scope, path, root } = place;
  const bytes = await session.files.readFile(path, maxBytes);
  if (!bytes) {
    const reason = await session.files.whyUnreadable(path, 'file', maxBytes);
    return reason === undefined ? undefined : { path, problem: cannotBeRead('The file', reason) };
  }
  const content = parseMap(bytes);
  const skills = mapOf(content?.skills);
  const { ignoredBelow, hash } = skillLocks.files[scope];
  if (!skills || typeof content?.version !== 'number' || content.version < ignoredBelow)
    return { path, problem: 'It is not a lock file that `skills` reads' };
  const folder = lastPart(skill.folder);
  const entries = Object.entries(skills);
  const found =
    entries.find(([name]) => installedFolderName(name) === folder) ?? entries.find(([name]) => name === skill.name);
  const entry = mapOf(found?.[1]);
  if (!entry) return undefined;
  return {
    path,
    root,
    source: textOf(entry.source) ?? '',
    sourceType: textOf(entry.sourceType) ?? '',
    skillPath: textOf(entry.skillPath),
    hash: textOf(entry[hash]),
  };
}

/** Where a lock file for a skill would be; undefined for skills that `skills` does not install. */
async function lockPlace(
  { kind, source }: CatalogSkill,
  { environment, files }: Session,
): Promise<{ readonly scope: LockScope; readonly path: string; readonly root: string } | undefined> {
  if (kind !== 'skill' || source.plugin !== undefined) return undefined;
  const { home } = environment;
  if (source.tier === 'user') {
    if (home === undefined) return undefined;
    const { path, stateFolder } = skillLocks.files.user;
    const state = environment.variable(stateFolder.environment);
    const moved =
      state !== undefined && isAbsolutePath(state) ? `${withSlashes(state)}/${stateFolder.path}` : undefined;
    return { scope: 'user', path: moved ?? `${home}/${path}`, root: home };
  }
  if (source.tier !== 'project' && source.tier !== 'nested' && source.tier !== 'added') return undefined;
  const root = (await repositoryRoot(source.owner, files)) ?? source.owner;
  return { scope: 'project', path: `${source.owner}/${skillLocks.files.project.path}`, root };
}

/** Where the source of an entry is on this machine. */
export type SourcePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  /** It would have to be fetched. */
  | { readonly kind: 'elsewhere' }
  /** It is on this machine, outside of what a lock file may name. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'absent' };

/** Finds the skill's folder in the source, if that is on this machine. */
export async function findSource(entry: LockEntry, skill: CatalogSkill, { files }: Session): Promise<SourcePlace> {
  const base = baseOf(entry);
  if (base === undefined) return { kind: 'elsewhere' };
  const root = await files.realPath(entry.root);
  const isInside = async (path: string) => root !== undefined && isWithin((await files.realPath(path)) ?? path, root);
  if (!(isWithin(base, entry.root) || (root !== undefined && isWithin(base, root))) || !(await isInside(base)))
    return { kind: 'outside' };
  const name = lastPart(skill.folder);
  const named = entry.skillPath === undefined ? [] : [entry.skillPath.replace(/\/?SKILL\.md$/i, '')];
  for (const place of [...named, ...skillLocks.placesInSource.map((it) => it.replace('{name}', name))]) {
    const folder = place === '' ? base : resolve(base, place);
    if (folder === undefined || !isWithin(folder, base)) continue;
    if ((await files.typeOf(`${folder}/SKILL.md`)) === 'file' && (await isInside(folder)))
      return { kind: 'folder', folder };
  }
  return { kind: 'absent' };
}

function baseOf({ path, source, sourceType }: LockEntry): string | undefined {
  const written = withSlashes(source);
  if (sourceType === 'node_modules') return resolve(`${folderOf(path)}/node_modules`, written) ?? '';
  if (sourceType !== 'local') return undefined;
  return isAbsolutePath(written) ? written : (resolve(folderOf(path), written) ?? '');
}
