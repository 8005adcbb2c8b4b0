import type { Session } from '../../catalog/session.ts';

/** A path as a person would write it: from the session's folder on, or with `~` for the home folder. */
export function shownPath(path: string, { folder, environment }: Pick<Session, 'folder' | 'environment'>): string {
  if (folder !== undefined && path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  const { home } = environment;
  if (home === undefined || home === '/') return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
