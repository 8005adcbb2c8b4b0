import type { SkillDocument } from '../../document/skill-document.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import type { PluginFolders, RenderableSkill } from './renderable-skill.ts';

/**
 * A skill or command in a place that no session reads, as if one did: a draft, an example, a plugin under development.
 *
 * @param path the file, absolute
 * @param plugin the plugin around it, if any
 */
export function renderableAtPath(
  path: string,
  kind: RenderableSkill['kind'],
  document: SkillDocument,
  plugin: PluginFolders | undefined,
): RenderableSkill {
  const folder = folderOf(path) || '/';
  const ownName = /\/skill\.md$/i.test(path) ? lastPart(folder) : nameOfFile(path, kind);
  const name = plugin === undefined ? ownName : `${plugin.name}:${ownName}`;
  const inOwnFolder = kind === 'command' && /\/skill\.md$/i.test(path);
  return { name, kind, folder, inOwnFolder, document, tier: plugin && 'plugin', plugin };
}

/** The name of a command in a folder of `commands` contains that folder. */
function nameOfFile(path: string, kind: RenderableSkill['kind']): string {
  const parts = path.replace(/\.md$/i, '').split('/');
  const commands = kind === 'command' ? parts.lastIndexOf('commands', parts.length - 2) : -1;
  return commands < 0 ? parts.at(-1)! : parts.slice(commands + 1).join(':');
}
