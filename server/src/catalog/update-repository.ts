import { isInside, isWithin, relativeTo } from '../platform/paths.ts';
import type { LoadedCatalog } from './load-catalog.ts';
import { loadRepository, type Repository } from './repository.ts';
import type { Session } from './session.ts';

/**
 * Updates what a session's folder offers after files were changed, created or removed. Only the plugins concerned are
 * read again, unless there may be other ones now. Returns the same object if nothing is concerned.
 *
 * @param paths absolute; of folders if a folder was created or removed
 */
export async function updateRepository(
  repository: Repository,
  paths: readonly string[],
  loaded: LoadedCatalog,
  session: Session,
): Promise<Repository> {
  const { folder } = session;
  const own = paths.filter((path) => isInside(path, folder) && !isClaudeFolder(relativeTo(path, folder!)));
  if (own.length === 0) return repository;
  const touched = new Set<string>();
  for (const path of own) {
    const holding = repository.plugins.filter(
      ({ root, sources }) =>
        sources.some((source) => isWithin(path, source.folder)) || isWithin(path, `${root}/agents`),
    );
    for (const { key } of holding) touched.add(key);
    // A collection or plugin that was not known, or is no longer there.
    if (holding.length === 0 && mayBeOffered(path, repository)) {
      return loadRepository({ ...loaded, below: undefined }, session);
    }
  }
  if (touched.size === 0) return repository;
  const updated = await repository.rereading(touched);
  const isEmptied = updated.plugins.some(({ kind, candidates }) => kind === 'collection' && candidates.length === 0);
  return isEmptied ? loadRepository({ ...loaded, below: undefined }, session) : updated;
}

/** Files in `.claude` are the session's own. */
function isClaudeFolder(path: string): boolean {
  return path.split('/').includes('.claude');
}

/** Whether a path is that of a skill, of a folder of a plugin, of what says how it loads, or of one above something known. */
function mayBeOffered(path: string, { plugins }: Repository): boolean {
  return (
    /\/(SKILL\.md|skills|commands|plugins|hooks|hooks\.json|\.claude-plugin|\.claude-plugin\/[^/]+\.json)$|\/(skills|commands|plugins)\/[^/]+$/.test(
      path,
    ) ||
    plugins.some(({ root, sources }) => isWithin(root, path) || sources.some((source) => isWithin(source.folder, path)))
  );
}
