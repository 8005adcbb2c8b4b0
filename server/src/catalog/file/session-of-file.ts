import { isInside } from '../../platform/paths.ts';
import type { Catalog } from '../catalog.ts';
import { configFolder } from '../session.ts';

/** The relations of a file to a session, the closest one first. */
const relations: readonly ((path: string, catalog: Catalog) => boolean)[] = [
  (path, { session }) => isInside(path, session.folder),
  (path, catalog) => catalog.at(path) !== undefined,
  (path, { session }) => isInside(path, configFolder(session)),
];

/**
 * The session that a file belongs to: its folder contains the file, or it has loaded it, or the file is the user's own.
 * Of several, the closest: the innermost folder, then the first. Undefined for other files.
 */
export function sessionOfFile<Served extends { readonly catalog: Catalog }>(
  path: string,
  sessions: readonly Served[],
): Served | undefined {
  const depthOf = ({ catalog }: Served) => catalog.session.folder?.length ?? 0;
  for (const isRelated of relations) {
    const related = sessions.filter(({ catalog }) => isRelated(path, catalog));
    if (related.length === 0) continue;
    return isRelated === relations[0] ? related.reduce((a, b) => (depthOf(b) > depthOf(a) ? b : a)) : related[0];
  }
  return undefined;
}
