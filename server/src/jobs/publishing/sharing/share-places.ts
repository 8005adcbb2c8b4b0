import { URI } from 'vscode-uri';
import { findNestedFolders } from '../../../catalog/discover/nested-folders.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { nothingOpen } from '../../../features/edits/editable-text.ts';
import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { SharePlace, SharePlaces } from '../../../protocol.ts';
import { marketplaceName } from './marketplace-name.ts';
import { readSharedPlugin } from './shared-plugin.ts';

/** The plugins and marketplaces in the folders of some sessions, each once. What git ignores is left out. */
export async function sharePlaces(sessions: readonly ShownSession[], files: FileSystem): Promise<SharePlaces> {
  const plugins = new Map<string, SharePlace>();
  const marketplaces = new Map<string, SharePlace>();
  for (const { session, sources, repository } of sessions) {
    const place = (folder: string, name: string): SharePlace => ({
      name,
      detail: shownPath(folder, session),
      uri: URI.file(folder).toString(),
    });
    const offered = (repository?.plugins ?? []).filter(({ kind }) => kind === 'plugin').map(({ root }) => root);
    const own = sources.filter(({ isOwnPlugin }) => isOwnPlugin === true).map(({ owner }) => owner);
    for (const folder of new Set([...offered, ...own])) {
      const plugin = await readSharedPlugin(folder, files, nothingOpen);
      if (!('problem' in plugin)) plugins.set(folder, place(folder, plugin.name));
    }
    if (session.folder === undefined) continue;
    for (const folder of (await findNestedFolders(session.folder, files)).plugins) {
      const name = await marketplaceName(folder, files, nothingOpen);
      if (name !== undefined) marketplaces.set(folder, place(folder, name));
    }
  }
  return { plugins: [...plugins.values()], marketplaces: [...marketplaces.values()] };
}
