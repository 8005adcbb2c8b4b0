import type { Session } from '../session.ts';
import { isTrustedFolder, readClientState } from './client-state.ts';
import type { PermissionRule, SessionSettings } from './session-settings.ts';

/**
 * The permission rules of the settings that count. The latest client passes over what a project allows while nobody has
 * said that its folder can be trusted, and over all but the managed rules where an organisation says so.
 */
export async function countingRules(session: Session, settings: SessionSettings): Promise<readonly PermissionRule[]> {
  const { permissions, files } = settings;
  if (session.runtime !== 'claude-code') return permissions;
  const pathsOf = (scope: string) => new Set(files.filter((file) => file.scope === scope).map(({ path }) => path));
  if (onlyManagedRules(settings)) {
    const managed = pathsOf('managed');
    return permissions.filter(({ path }) => managed.has(path));
  }
  const project = pathsOf('project');
  if (!permissions.some(({ behavior, path }) => behavior === 'allow' && project.has(path))) return permissions;
  if (await isTrustedFolder(await readClientState(session), session)) return permissions;
  return permissions.filter(({ behavior, path }) => behavior !== 'allow' || !project.has(path));
}

/** `allowManagedPermissionRulesOnly` of the managed settings, which the latest client knows. */
export function onlyManagedRules({ files }: SessionSettings): boolean {
  return files.some(({ scope, values }) => scope === 'managed' && values.allowManagedPermissionRulesOnly === true);
}
