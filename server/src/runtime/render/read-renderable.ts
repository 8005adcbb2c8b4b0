import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { pluginsFolder } from '../../catalog/discover/installed-plugins.ts';
import type { Session } from '../../catalog/session.ts';
import { readDocument } from '../../document/read-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { withoutVirtualPlace } from '../../platform/virtual-path.ts';
import type { PluginFolders, RenderableSkill } from './renderable-skill.ts';

/** Reads the file of a skill; undefined if it no longer exists. */
export async function readRenderable(skill: CatalogSkill, session: Session): Promise<RenderableSkill | undefined> {
  const bytes = await session.files.readFile(skill.path);
  return bytes && renderableOf(skill, readDocument(decodeText(bytes), session.runtime, skill.kind), session);
}

/** A skill of a catalog with a text that may differ from its file. */
export function renderableOf(skill: CatalogSkill, document: SkillDocument, session: Session): RenderableSkill {
  const { name, kind, source, path } = skill;
  const folder = folderAsNamed(skill, session);
  const inOwnFolder = kind === 'command' && /\/skill\.md$/i.test(path);
  return { name, kind, folder, inOwnFolder, document, tier: source.origin, plugin: pluginFolders(skill, session) };
}

/** The folder as it is named to the model. Source: test/conformance, own-render-added. */
function folderAsNamed({ folder, source }: CatalogSkill, { addedAs }: Session): string {
  const named = source.origin === 'added' ? addedAs?.get(source.owner) : undefined;
  return named === undefined ? withoutVirtualPlace(folder) : `${named}${folder.slice(source.owner.length)}`;
}

function pluginFolders({ source }: CatalogSkill, session: Session): PluginFolders | undefined {
  const { plugin, pluginKey, owner } = source;
  return plugin === undefined ? undefined : foldersOfPlugin(plugin, owner, pluginKey ?? plugin, session);
}

/**
 * The folders of a plugin.
 *
 * @param key its name and origin, as in the settings: `office@inline`
 */
export function foldersOfPlugin(
  name: string,
  root: string,
  key: string,
  session: Pick<Session, 'runtime' | 'environment' | 'folder'>,
): PluginFolders {
  // `plug@inline` keeps its data in `plug-inline`.
  const folderName = key.replace(/[^\w-]/g, '-');
  return { name, root, data: `${pluginsFolder(session) ?? ''}/data/${folderName}` };
}
