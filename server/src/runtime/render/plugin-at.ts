import { readPluginLayout } from '../../catalog/discover/plugin-layout.ts';
import type { Session } from '../../catalog/session.ts';
import { lastPart } from '../../platform/paths.ts';
import { foldersOfPlugin } from './read-renderable.ts';
import type { PluginFolders } from './renderable-skill.ts';

/** The plugin in a folder that no session has loaded, as if it were loaded from there. */
export async function pluginAt(
  root: string,
  session: Pick<Session, 'runtime' | 'files' | 'environment' | 'folder'>,
): Promise<PluginFolders> {
  const layout = await readPluginLayout(root, session.runtime, session.files);
  const name = 'name' in layout ? layout.name : lastPart(root);
  return foldersOfPlugin(name, root, `${name}@inline`, session);
}
