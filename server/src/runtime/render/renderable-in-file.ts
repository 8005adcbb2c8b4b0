import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { readPluginLayout } from '../../catalog/discover/plugin-layout.ts';
import type { FileContext } from '../../catalog/file/file-context.ts';
import type { Session } from '../../catalog/session.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { lastPart } from '../../platform/paths.ts';
import { foldersOfPlugin, renderableOf } from './read-renderable.ts';
import { renderableAtPath } from './renderable-at-path.ts';
import type { PluginFolders, RenderableSkill } from './renderable-skill.ts';

/** A skill's or command's text and its location. */
interface SkillText {
  /** Absolute path of the file. */
  readonly path: string;
  readonly kind: RenderableSkill['kind'];
  readonly pluginRoot: FileContext['pluginRoot'];
  readonly document: SkillDocument;
}

/** The skill that a session has in a file, with the current text. */
interface SessionSkill {
  readonly skill: CatalogSkill;
  readonly session: Session;
}

/**
 * The skill in a file: as the session has it, or as if a session had loaded it from there.
 *
 * @param known undefined if no session has the file
 * @param machine where the plugin around the file is looked up
 */
export async function renderableInFile(
  { path, kind, pluginRoot, document }: SkillText,
  known: SessionSkill | undefined,
  machine: Pick<Session, 'files' | 'environment' | 'folder'>,
): Promise<RenderableSkill> {
  if (known) return renderableOf(known.skill, document, known.session);
  const { files, environment, folder } = machine;
  const reach = { files, environment, folder, runtime: document.runtime };
  const plugin = pluginRoot === undefined ? undefined : await pluginAt(pluginRoot, reach);
  return renderableAtPath(path, kind, document, plugin);
}

/** The plugin in a folder that no session has loaded, as if it were loaded from there. */
async function pluginAt(
  root: string,
  session: Pick<Session, 'runtime' | 'files' | 'environment' | 'folder'>,
): Promise<PluginFolders> {
  const layout = await readPluginLayout(root, session.runtime, session.files);
  const name = 'name' in layout ? layout.name : lastPart(root);
  return foldersOfPlugin(name, root, `${name}@inline`, session);
}
