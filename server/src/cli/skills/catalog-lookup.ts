import type { Catalog } from '../../catalog/catalog.ts';
import { type CatalogLocation, catalogLocation } from '../../catalog/file/catalog-location.ts';
import { sessionOfFile } from '../../catalog/file/session-of-file.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { configuredSession } from '../run-settings.ts';
import type { FolderSession, SessionOptions } from '../session-options.ts';

/** The catalog lookup assumes that the settings of files are known, and that unreadable ones were reported. */
const ignoreMessage = (): void => {};

/**
 * Determines what the session makes of a file, if the file belongs to it, as in the editor. The catalog is read for the
 * first file, once for all of them.
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
    return sessionOfFile(path, [{ catalog }]) && catalogLocation(catalog, path);
  };
}
