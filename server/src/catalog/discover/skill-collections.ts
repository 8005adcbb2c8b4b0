import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf, isWithin, lastPart, relativeTo } from '../../platform/paths.ts';
import type { SkillSource } from '../catalog-skill.ts';
import type { Session } from '../session.ts';

/** How many folders are looked up at a time. */
const concurrency = 16;

/**
 * The folders of skills that belong to no plugin: those named `skills`, the categories in one of these, or else the
 * session's folder itself.
 *
 * @param skills every folder with a `SKILL.md` below the session's folder, sorted
 * @param plugins that were found in the repository, loaded or not
 * @param loaded the sources of the session
 */
export async function findCollections(
  skills: readonly string[],
  plugins: readonly { readonly root: string; readonly sources: readonly Pick<SkillSource, 'folder'>[] }[],
  loaded: readonly Pick<SkillSource, 'folder'>[],
  session: Session,
): Promise<readonly string[]> {
  const folder = session.folder!;
  const covering = [...plugins.flatMap(({ sources }) => sources), ...loaded].map((source) => source.folder);
  const free = outermost(skills.filter((path) => path !== folder)).filter(
    (path) => !covering.some((it) => isWithin(path, it)),
  );
  const above = [...new Set(free.map(folderOf))].sort();
  const named = above.filter((path) => path !== folder && lastPart(path) === 'skills');
  const categories = above.filter((path) => lastPart(folderOf(path)) === 'skills' && path !== folder);
  const within = categories.filter((path) => !named.some((it) => isWithin(path, it)));
  const found = [...named, ...within].sort();
  const isFound = found.length > 0 || skills.includes(folder) || plugins.some(({ root }) => root === folder);
  const all = isFound || !above.includes(folder) ? found : [folder];
  return withoutLinked(all, covering, session);
}

/** Skills in the folder of another skill are its files. */
function outermost(paths: readonly string[]): string[] {
  const known = new Set(paths);
  return paths.filter((path) => {
    for (let above = folderOf(path); above !== ''; above = folderOf(above)) if (known.has(above)) return false;
    return true;
  });
}

/**
 * Without folders that are loaded through a link, such as `.claude/skills`, and those outside of the session's folder. A folder that
 * a link leads to, such as `.cursor/skills`, is named by its own path, once.
 */
async function withoutLinked(
  collections: readonly string[],
  covering: readonly string[],
  { files, folder }: Session,
): Promise<readonly string[]> {
  if (collections.length === 0) return [];
  const [root, known, real] = await Promise.all([
    files.realPath(folder!),
    mapConcurrently(covering, concurrency, (path) => files.realPath(path)),
    mapConcurrently(collections, concurrency, (path) => files.realPath(path)),
  ]);
  const loaded = new Set(known.filter((path) => path !== undefined));
  const found = real.filter((path) => path !== undefined && isWithin(path, root) && !loaded.has(path)) as string[];
  return [...new Set(found.map((path) => (path === root ? folder! : `${folder}/${relativeTo(path, root!)}`)))].sort();
}
