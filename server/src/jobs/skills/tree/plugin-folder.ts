import { URI } from 'vscode-uri';
import { repositoryKey } from '../../../features/shown-skills/repository-groups.ts';
import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import { readNodeId } from '../../../features/shown-skills/tree-address.ts';
import { isInside, relativeTo } from '../../../platform/paths.ts';
import type { PluginFolder } from '../../../protocol.ts';

/**
 * The folder of a node as `--plugin-dir` names it, for adding it to the session or removing it; undefined for a node
 * that has none.
 */
export function pluginFolder(sessions: readonly ShownSession[], node: string): PluginFolder | undefined {
  const at = readNodeId(node);
  if (at?.kind !== 'group') return undefined;
  const session = at.scope === '' ? sessions[0] : sessions.find(({ info }) => info.uri === at.scope);
  if (!session) return undefined;
  const { repository, session: started } = session;
  const key = at.group.startsWith(`${repositoryKey}:`) ? at.group.slice(repositoryKey.length + 1) : undefined;
  const owner = at.group.startsWith('plugin:') ? at.group.slice('plugin:'.length) : undefined;
  const named = owner !== undefined && started.pluginFolders.includes(owner) ? owner : undefined;
  const folder = key === undefined ? named : repository?.plugin(key)?.pluginFolder;
  if (folder === undefined) return undefined;
  return {
    session: session.info.uri,
    folder: URI.file(folder).toString(),
    written: shortest(folder, started.folder),
  };
}

/** A folder as a person writes it in the settings. */
function shortest(folder: string, session: string | undefined): string {
  if (folder === session) return '.';
  return session !== undefined && isInside(folder, session) ? relativeTo(folder, session) : folder;
}
