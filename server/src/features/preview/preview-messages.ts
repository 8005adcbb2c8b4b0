import type { PreviewMessage } from '../../protocol.ts';
import type { ContextChange } from '../../runtime/render/context-change.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import { commandMetadata } from '../../runtime/skill-tool/slash-command.ts';

/**
 * The messages of an invocation, in the order in which the model gets them. A fork gets only the text.
 *
 * @param given the arguments
 * @param text of the skill
 */
export function previewMessages(
  skill: RenderableSkill,
  given: string,
  text: string,
  { fork }: ContextChange,
): PreviewMessage[] {
  const body: PreviewMessage = { role: 'user', isMeta: true, title: 'The text', text };
  if (fork !== null) return [{ ...body, title: `Prompt for the agent ${fork.agent}` }];
  const typed: PreviewMessage = {
    role: 'user',
    isMeta: false,
    title: 'What was typed',
    text: commandMetadata(skill, given),
  };
  return [typed, body];
}
