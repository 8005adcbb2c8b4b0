import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { Session } from '../session.ts';
import { isTrustedFolder, readClientState } from './client-state.ts';
import type { PermissionRule, SessionSettings } from './session-settings.ts';

/**
 * The permission rules of the settings that apply. Later releases ignore what a project allows until the user trusts
 * its folder, and all but the managed rules if an organization says so.
 */
export async function countingRules(session: Session, settings: SessionSettings): Promise<readonly PermissionRule[]> {
  const { permissions, files } = settings;
  const { obeysManagedRulesAlone, ignoresRulesOfUntrustedProjects } = capabilities(session.runtime);
  const pathsOf = (scope: string) => new Set(files.filter((file) => file.scope === scope).map(({ path }) => path));
  if (obeysManagedRulesAlone && onlyManagedRules(settings)) {
    const managed = pathsOf('managed');
    return permissions.filter(({ path }) => managed.has(path));
  }
  if (!ignoresRulesOfUntrustedProjects) return permissions;
  const project = pathsOf('project');
  if (!permissions.some(({ behavior, path }) => behavior === 'allow' && project.has(path))) return permissions;
  if (await isTrustedFolder(await readClientState(session), session)) return permissions;
  return permissions.filter(({ behavior, path }) => behavior !== 'allow' || !project.has(path));
}

/** `allowManagedPermissionRulesOnly` of the managed settings, which the latest release supports. */
export function onlyManagedRules({ files }: SessionSettings): boolean {
  return files.some(({ scope, values }) => scope === 'managed' && values.allowManagedPermissionRulesOnly === true);
}
