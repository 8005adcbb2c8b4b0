import type { Catalog } from '../catalog/catalog.ts';
import { type CatalogLocation, catalogLocation } from '../catalog/file/catalog-location.ts';
import { loadCatalog } from '../catalog/load-catalog.ts';
import { isInside } from '../platform/paths.ts';
import { configuredSession } from './run-settings.ts';
import type { FolderSession, SessionOptions } from './session-options.ts';

/** The catalog lookup assumes that the settings of files are known, and that unreadable ones were reported. */
const ignoreMessage = (): void => {};

/**
 * Determines what the session makes of a file. The catalog is read for the first file, once for all of
 * them; files outside the session's folder belong to the session only if it loads them.
 */
export function catalogLookup(
  options: SessionOptions,
  session: FolderSession,
): (path: string) => Promise<CatalogLocation | undefined> {
  let loading: Promise<Catalog> | undefined;
  const load = async (): Promise<Catalog> =>
    (await loadCatalog(await configuredSession(options, session, ignoreMessage))).catalog;
  return async (path) => {
    loading ??= load();
    const catalog = await loading;
    const isOurs = isInside(path, session.folder) || catalog.at(path) !== undefined;
    return isOurs ? catalogLocation(catalog, path) : undefined;
  };
}
