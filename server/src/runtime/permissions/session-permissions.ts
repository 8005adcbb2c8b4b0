import type { Session } from '../../catalog/session.ts';
import { permissionMode } from '../../catalog/settings/permission-mode.ts';
import type { PermissionRule, SessionSettings } from '../../catalog/settings/session-settings.ts';
import { findVariable } from '../../dialect/variables.ts';
import { contextChange } from '../render/context-change.ts';
import type { RenderableSkill, RenderSession } from '../render/renderable-skill.ts';
import { variableValues } from '../render/substitute-variables.ts';
import type { CommandPermissions } from './command-permissions.ts';

/**
 * What decides whether Claude Code runs the commands of a skill.
 *
 * @param settings of the session; undefined without one
 * @param rules those of the settings that apply
 */
export function commandPermissions(
  skill: RenderableSkill,
  rendered: RenderSession,
  session: (Pick<Session, 'addedFolders'> & Partial<Pick<Session, 'environment'>>) | undefined,
  settings: SessionSettings | undefined,
  rules: readonly PermissionRule[],
): CommandPermissions {
  return {
    runtime: skill.document.runtime,
    rules,
    granted: grantedRules(skill, rendered),
    mode: permissionMode(settings),
    folder: rendered.folder,
    addedFolders: session?.addedFolders ?? [],
    home: session?.environment?.home,
  };
}

/** The skill's `allowed-tools`, with the variables that Claude Code replaces in them. */
function grantedRules(skill: RenderableSkill, rendered: RenderSession): readonly string[] {
  const values = [...variableValues(skill, rendered)].filter(([name]) => findVariable(name)?.inToolRules);
  return contextChange(skill).allowedTools.map((rule) =>
    values.reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, () => value), rule),
  );
}
