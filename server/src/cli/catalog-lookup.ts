import type { Catalog } from '../catalog/catalog.ts';
import { type CatalogPlace, catalogPlace } from '../catalog/file/catalog-place.ts';
import { loadCatalog } from '../catalog/load-catalog.ts';
import { configuredSession } from './run-settings.ts';
import type { FolderSession, SessionOptions } from './session-options.ts';

/** Whoever looks files up in a catalog has looked up their settings, and has told of what cannot be read. */
const toldAlready = (): void => {};

/**
 * How a run finds out what the session makes of a file. The catalog is read when the first file asks, once for all of
 * them; files outside the session's folder are the session's only where it loads them.
 */
export function catalogLookup(
  options: SessionOptions,
  session: FolderSession,
): (path: string) => Promise<CatalogPlace | undefined> {
  let loading: Promise<Catalog> | undefined;
  const load = async (): Promise<Catalog> =>
    (await loadCatalog(await configuredSession(options, session, toldAlready))).catalog;
  return async (path) => {
    loading ??= load();
    const catalog = await loading;
    const isOurs = path.startsWith(`${session.folder}/`) || catalog.at(path) !== undefined;
    return isOurs ? catalogPlace(catalog, path) : undefined;
  };
}
