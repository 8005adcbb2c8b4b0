import { findVariable } from '../../dialect/names/variables.ts';
import { contextChange } from '../render/context-change.ts';
import type { RenderableSkill, RenderSession } from '../render/renderable-skill.ts';
import { variableValues } from '../render/substitute-variables.ts';
import type { CommandPermissions } from './command-permissions.ts';

/** The part of the permissions that decides on commands regardless of the skill. */
export type SessionPermissions = Pick<CommandPermissions, 'rules' | 'mode' | 'addedFolders' | 'home'>;

/** The permissions that decide whether Claude Code runs the commands of a skill. */
export function commandPermissions(
  skill: RenderableSkill,
  rendered: RenderSession,
  { rules, mode, addedFolders, home }: SessionPermissions,
): CommandPermissions {
  const { runtime } = skill.document;
  const granted = grantedRules(skill, rendered);
  return { runtime, rules, granted, mode, folder: rendered.folder, addedFolders, home };
}

/** The skill's `allowed-tools`, with the variables that Claude Code replaces in them. */
function grantedRules(skill: RenderableSkill, rendered: RenderSession): readonly string[] {
  const values = [...variableValues(skill, rendered)].filter(([name]) => findVariable(name)?.inToolRules);
  return contextChange(skill).allowedTools.map((rule) =>
    values.reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, () => value), rule),
  );
}
