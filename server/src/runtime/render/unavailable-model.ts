import { contextChange } from './context-change.ts';
import type { RenderableSkill } from './renderable-skill.ts';

/** The message that the settings do not allow the skill's model; undefined if they do. */
export function unavailableModelNote(
  skill: RenderableSkill,
  availableModels: readonly string[] | undefined,
): string | undefined {
  if (availableModels === undefined) return undefined;
  const { model } = contextChange(skill);
  if (model === null || contextChange(skill, { availableModels }).model !== null) return undefined;
  return `Claude Code ignores \`model: ${model}\`, because \`availableModels\` in the settings does not include it`;
}
