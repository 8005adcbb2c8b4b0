import type { Catalog } from '../../../catalog/catalog.ts';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { findPluginRoot, KnownPlugins } from '../../../catalog/discover/plugin-root.ts';
import { type LoadedSession, loadCatalog } from '../../../catalog/load-catalog.ts';
import type { Session } from '../../../catalog/session.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, foldersAbove, lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ScratchFolders } from '../../../platform/scratch-folders.ts';

/** A session that has the skill. */
interface MeasuredSession extends LoadedSession {
  readonly skill: CatalogSkill;
  /** The addition to the user's session; a sentence without a full stop. */
  readonly note: string | undefined;
  /** Deletes what was made for it. */
  readonly release: () => Promise<void>;
}

const nothing = async () => {};

/**
 * The user's session, if it has the skill. If not, the plugin with the skill is loaded besides, or a folder with a link to the
 * skill is added, so that the skill has the name that it has for everybody who installs it.
 *
 * @param file the SKILL.md, or the file of a command
 */
export async function sessionWithSkill(
  file: string,
  loaded: LoadedSession,
  scratchFolders: ScratchFolders,
): Promise<MeasuredSession | Refusal> {
  const { session, catalog } = loaded;
  const { files } = session;
  const own = await skillIn(catalog, file, files);
  if (own) return { ...loaded, skill: own, note: undefined, release: nothing };
  const root = await findPluginRoot(foldersAbove(file), files, new KnownPlugins());
  if (root !== undefined) {
    const with_ = await loading({ ...session, pluginFolders: [...session.pluginFolders, root] });
    const skill = await skillIn(with_.catalog, file, files);
    const note = `\`${skill?.name}\` is not loaded in this session, so its plugin is loaded for the measurement`;
    return skill
      ? { ...with_, skill, note, release: nothing }
      : { problem: `The plugin in ${root} does not load this skill: ${file}` };
  }
  if (lastPart(file) !== 'SKILL.md') return { problem: `Claude Code does not load it from this place: ${file}` };
  return withAddedSkill(file, session, scratchFolders);
}

async function withAddedSkill(
  file: string,
  session: Session,
  scratchFolders: ScratchFolders,
): Promise<MeasuredSession | Refusal> {
  const folder = folderOf(file);
  const name = lastPart(folder);
  const scratch = await scratchFolders.create();
  const release = () => scratch.remove().catch(() => {});
  try {
    await scratch.write([{ path: `.claude/skills/${name}`, folder }]);
    const added = await loading({ ...session, addedFolders: [...session.addedFolders, scratch.path] });
    const skill = await skillIn(added.catalog, file, session.files);
    if (skill?.name === name) {
      const note = `\`${name}\` is not loaded in this session, so it is added for the measurement`;
      return { ...added, skill, note, release };
    }
    await release();
    const [other] = added.catalog.named(name).filter((it) => it !== skill);
    const why = other ? `the session has another one of this name: ${other.path}` : 'it is not a skill';
    return { problem: `\`${name}\` cannot be measured, because ${why}` };
  } catch (error) {
    await release();
    throw error;
  }
}

async function loading(session: Session): Promise<LoadedSession> {
  return { session, catalog: (await loadCatalog(session)).catalog };
}

async function skillIn(catalog: Catalog, file: string, files: FileSystem): Promise<CatalogSkill | undefined> {
  const [direct] = catalog.skills().filter(({ path }) => path === file);
  const real = direct ? undefined : await files.realPath(file);
  if (direct || real === undefined) return direct;
  for (const skill of catalog.skills()) {
    if (lastPart(skill.path) === lastPart(file) && (await files.realPath(skill.path)) === real) return skill;
  }
  return undefined;
}
