import { contextChange } from './context-change.ts';
import type { RenderableSkill } from './renderable-skill.ts';

/** Says that the settings keep a skill from its model; undefined where they do not. */
export function unavailableModelNote(
  skill: RenderableSkill,
  availableModels: readonly string[] | undefined,
): string | undefined {
  if (availableModels === undefined) return undefined;
  const { model } = contextChange(skill);
  if (model === null || contextChange(skill, { availableModels }).model !== null) return undefined;
  return `Claude Code ignores \`model: ${model}\`, because \`availableModels\` in the settings does not include it`;
}
