import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { findPluginRoot, KnownPlugins } from '../../catalog/discover/plugin-root.ts';
import { evaluationOfPath } from '../../catalog/evaluations/evaluation-path.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import type { Session } from '../../catalog/session.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { foldersAbove, join, lastPart } from '../../platform/paths.ts';
import { findCalled } from '../../runtime/skill-tool/find-called.ts';
import { shownState, stateDetail, stateLabels } from '../budget/shown-state.ts';
import { readTriggerSet, type TriggerSet } from './trigger-set.ts';

/** A trigger set, and the skill that it is about. */
export interface TriggerSubject extends TriggerSet {
  /** The path of the set. */
  readonly path: string;
  readonly skill: CatalogSkill;
  /** What the listing shows of the skill: `listed in full`. */
  readonly listedAs: string;
  /** Whether a name in a call means the skill. */
  readonly isSkill: (name: string) => boolean;
}

/** Why nothing can be measured: a sentence without a full stop. */
export interface NoTriggerSubject {
  readonly problem: string;
}

/** A session, and what it loads. */
export interface LoadedSession {
  readonly session: Session;
  readonly catalog: Catalog;
}

/**
 * As {@link triggerSubject}. A plugin around the set that the session does not load is loaded for the measurement.
 *
 * @returns the subject, and the session in which it is measured
 */
export async function triggerSubjectIn(
  path: string,
  name: string | undefined,
  { session, catalog }: LoadedSession,
): Promise<{ readonly subject: TriggerSubject; readonly session: Session } | NoTriggerSubject> {
  const { files } = session;
  const subject = await triggerSubject(path, name, catalog, files);
  if (!('problem' in subject)) return { subject, session };
  const root = await findPluginRoot(foldersAbove(join(path, 'evals')), files, new KnownPlugins());
  if (root === undefined || session.pluginFolders.includes(root)) return subject;
  const withPlugin = { ...session, pluginFolders: [...session.pluginFolders, root] };
  const loaded = await loadCatalog(withPlugin);
  const found = await triggerSubject(path, name, loaded.catalog, files);
  return 'problem' in found ? subject : { subject: found, session: withPlugin };
}

/** Bytes of a trigger set. */
const maxBytes = 1 << 20;

/**
 * Reads a trigger set and finds its skill.
 *
 * @param path the set, a skill's folder that has one in its `evals`, or its SKILL.md
 * @param name the skill; undefined for the one around the set
 */
async function triggerSubject(
  path: string,
  name: string | undefined,
  catalog: Catalog,
  files: FileSystem,
): Promise<TriggerSubject | NoTriggerSubject> {
  const found = await findTriggerSet(path, files);
  if (typeof found !== 'string') return found;
  const bytes = await files.readFile(found, maxBytes);
  if (!bytes)
    return {
      problem: `The file cannot be read: ${found} (${(await files.whyUnreadable(found, 'file')) ?? 'too large'})`,
    };
  const set = readTriggerSet(decodeText(bytes));
  if (typeof set === 'string') return { problem: `${set}: ${found}` };
  const skill = name === undefined ? await skillAround(found, catalog, files) : findCalled(name, catalog);
  if (!skill)
    return { problem: name === undefined ? notAround(found) : `No skill \`${name}\` is loaded in this session` };
  const listed = catalog.listing().entries.find((entry) => entry.skill?.id === skill.id);
  if (!skill.modelInvocable) {
    const why = skill.facts.hiddenFromModel ? '`disable-model-invocation` hides it' : (skill.reason ?? skill.status);
    return { problem: `The model cannot call \`${skill.name}\`, so no query triggers it: ${why}` };
  }
  const detail = listed && stateDetail(listed);
  const state = listed ? stateLabels[shownState(listed)] : stateLabels.hidden;
  return {
    ...set,
    path: found,
    skill,
    listedAs: `${state.startsWith('not') ? state : `listed ${state === 'name only' ? 'by name only' : state}`}${detail ? `, ${detail}` : ''}`,
    isSkill: (called) => findCalled(called, catalog)?.id === skill.id,
  };
}

function notAround(path: string): string {
  return `No skill that this session loads is around the set; name one, or the plugin that has it: ${path}`;
}

async function findTriggerSet(path: string, files: FileSystem): Promise<string | NoTriggerSubject> {
  const type = await files.typeOf(path);
  if (type === undefined) return { problem: `No such file or folder: ${path}` };
  if (type === 'file' && lastPart(path) !== 'SKILL.md') return path;
  const evaluations = evaluationsOf(type === 'file' ? foldersAbove(path)[0]! : path);
  const sets = await setsIn(evaluations, files);
  if (sets.length === 1) return sets[0]!;
  if (sets.length > 1) return { problem: `There are ${sets.length} trigger sets in ${evaluations}; name one of them` };
  return { problem: `There is no trigger set in ${evaluations}, such as trigger-eval.json` };
}

function evaluationsOf(skillFolder: string): string {
  return join(skillFolder, 'evals');
}

async function setsIn(evaluations: string, files: FileSystem): Promise<string[]> {
  const entries = (await files.readFolder(evaluations)) ?? [];
  return entries
    .map(({ name }) => join(evaluations, name))
    .filter((it) => evaluationOfPath(it.split('/')) === 'trigger-set');
}

/** Whether a skill has a trigger set. */
export async function hasTriggerSet({ kind, path }: CatalogSkill, files: FileSystem): Promise<boolean> {
  return kind === 'skill' && (await setsIn(evaluationsOf(foldersAbove(path)[0]!), files)).length > 0;
}

/** The IDs of the skills of a session that have a trigger set. */
export async function skillsWithTriggers({ session, catalog }: LoadedSession): Promise<string[]> {
  const skills = catalog.skills();
  const having = await Promise.all(skills.map((skill) => hasTriggerSet(skill, session.files)));
  return skills.filter((_, index) => having[index]).map(({ id }) => id);
}

async function skillAround(path: string, catalog: Catalog, files: FileSystem): Promise<CatalogSkill | undefined> {
  for (const folder of foldersAbove(path)) {
    const file = await files.realPath(join(folder, 'SKILL.md'));
    if (file !== undefined)
      return catalog.skills().find((skill) => skill.path === file || skill.path === join(folder, 'SKILL.md'));
  }
  return undefined;
}
