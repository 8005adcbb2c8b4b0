import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { Session } from '../session.ts';
import { isTrustedFolder, readClaudeCodeState } from './claude-code-state.ts';
import type { PermissionRule, SessionSettings } from './session-settings.ts';

/**
 * The permission rules of the settings that apply. Later releases ignore what a project allows until the user trusts
 * its folder, and all but the managed rules if an organization says so.
 */
export async function countingRules(session: Session, settings: SessionSettings): Promise<readonly PermissionRule[]> {
  const rules = rulesIfTrusted(settings, session.runtime);
  if (!capabilities(session.runtime).ignoresRulesOfUntrustedProjects) return rules;
  const project = pathsOf('project', settings);
  if (!rules.some(({ behavior, path }) => behavior === 'allow' && project.has(path))) return rules;
  if (await isProjectTrusted(session)) return rules;
  return rules.filter(({ behavior, path }) => behavior !== 'allow' || !project.has(path));
}

/**
 * The folders of a session in which commands may read: those that were added, and those of the settings, of which a
 * project's count only if the user trusts its folder.
 */
export async function countingFolders(session: Session, settings: SessionSettings): Promise<readonly string[]> {
  const { addedFolders, runtime } = session;
  const { additionalFolders } = settings;
  const isLimited = capabilities(runtime).ignoresRulesOfUntrustedProjects;
  const asksForTrust = isLimited && additionalFolders.some(({ scope }) => scope === 'project');
  const isTrusted = !asksForTrust || (await isProjectTrusted(session));
  const counting = additionalFolders.filter(({ scope }) => isTrusted || scope !== 'project');
  return [...addedFolders, ...counting.map(({ folder }) => folder)];
}

/** The permission rules of the settings that apply once the user trusts the folder. */
export function rulesIfTrusted(settings: SessionSettings, runtime: RuntimeId): readonly PermissionRule[] {
  const { permissions } = settings;
  if (!capabilities(runtime).obeysManagedRulesAlone || !onlyManagedRules(settings)) return permissions;
  const managed = pathsOf('managed', settings);
  return permissions.filter(({ path }) => managed.has(path));
}

async function isProjectTrusted(session: Session): Promise<boolean> {
  return isTrustedFolder(await readClaudeCodeState(session), session);
}

function pathsOf(scope: string, { files }: SessionSettings): ReadonlySet<string> {
  return new Set(files.filter((file) => file.scope === scope).map(({ path }) => path));
}

/** `allowManagedPermissionRulesOnly` of the managed settings, which the latest release supports. */
export function onlyManagedRules({ files }: SessionSettings): boolean {
  return files.some(({ scope, values }) => scope === 'managed' && values.allowManagedPermissionRulesOnly === true);
}
