import { contextChange } from '../render/context-change.ts';
import type { RenderableSkill } from '../render/renderable-skill.ts';
import type { InvokedText } from './after-compaction.ts';

/**
 * The text that an invocation adds to the conversation of the user; undefined for a fork, whose text is in the conversation of
 * its agent.
 *
 * @param text with the outputs of its commands
 */
export function invokedText(skill: RenderableSkill, text: string): InvokedText | undefined {
  if (contextChange(skill, { text }).fork !== null) return undefined;
  return { name: skill.name, tier: skill.tier, text };
}
