import { loadCatalog } from '../../catalog/load-catalog.ts';
import { casePlaceOf } from '../../jobs/evaluations/cases/case-place.ts';
import { folderOf, join, lastPart } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { findRenderable, NoSuchSkill } from '../preview/find-renderable.ts';
import { absolutePath, type FolderSession } from '../session-options.ts';

/** A path that is evaluated, or has results. */
export interface EvaluatedPath {
  readonly path: string;
  /** The skill whose folder that is, if the evaluations of its plugin are about it, too. */
  readonly ofPlugin: { readonly skill: string; readonly evaluations: string } | undefined;
}

/**
 * A path as it is written, or the folder of the skill of that name.
 *
 * @throws {UsageError} if there is neither
 */
export async function evaluatedPath(written: string, session: FolderSession): Promise<EvaluatedPath> {
  const { folder, files } = session;
  const given = absolutePath(folder, written);
  const isThere = (await files.typeOf(given)) !== undefined;
  const path = isThere ? given : await skillNamed(written, session);
  if (path === undefined) throw new UsageError(`No such file or folder: ${written}`);
  const skill = lastPart(path) === 'SKILL.md' ? folderOf(path) : path;
  const isSkill = (await files.typeOf(join(skill, 'SKILL.md'))) === 'file';
  const place = isSkill ? await casePlaceOf(join(skill, 'SKILL.md'), files) : undefined;
  // The folder of a plugin can be that of its only skill.
  const isPart = place?.plugin !== undefined && place.target !== skill;
  return { path: isSkill ? skill : path, ofPlugin: isPart ? { skill, evaluations: place.evaluations } : undefined };
}

/** The folder of a skill, or the file of a command; undefined for what is not a name, and for one that nothing has. */
async function skillNamed(written: string, session: FolderSession): Promise<string | undefined> {
  if (!/^\/?[\p{L}\p{N}_-][\p{L}\p{N}_:-]*$/u.test(written)) return undefined;
  try {
    const { path } = await findRenderable(written, await loadCatalog(session), session);
    return lastPart(path) === 'SKILL.md' ? folderOf(path) : path;
  } catch (error) {
    // Several ones of the name are worth a message of their own.
    if (error instanceof NoSuchSkill) return undefined;
    throw error;
  }
}
