import type { PendingOutput, PreviewMessage } from '../../protocol.ts';
import type { ContextChange } from '../../runtime/render/context-change.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import { callSkill } from '../../runtime/skill-tool/call-skill.ts';
import { commandMetadata, sentTexts } from '../../runtime/skill-tool/slash-command.ts';

interface ShownInvocation {
  readonly skill: RenderableSkill;
  /** The arguments. */
  readonly given: string;
  readonly text: string;
  /** Commands in the text that have not run. */
  readonly pending: readonly PendingOutput[];
  readonly change: ContextChange;
  /** Only the model can invoke it. */
  readonly byModel: boolean;
}

/** The messages of an invocation, in the order in which the model gets them. A fork gets only the text. */
export function previewMessages(shown: ShownInvocation): PreviewMessage[] {
  const { skill, given, text, change, byModel } = shown;
  const isFork = change.fork !== null;
  const bodies = sentTexts(text, skill.document.runtime, isFork).map(
    (sent): PreviewMessage => ({
      role: 'user',
      isMeta: true,
      title: isFork ? `Prompt for the agent ${change.fork.agent}` : 'The text',
      text: sent,
      pending: sent === text ? shown.pending : [],
    }),
  );
  if (isFork) return bodies;
  return [byModel ? toolResult(skill, text, change) : typed(skill, given), ...bodies];
}

function typed(skill: RenderableSkill, given: string): PreviewMessage {
  const text = commandMetadata(skill, given);
  return { role: 'user', isMeta: false, title: 'What was typed', text, pending: [] };
}

function toolResult({ name, document }: RenderableSkill, text: string, change: ContextChange): PreviewMessage {
  const { toolResult: result } = callSkill({ runtime: document.runtime, name, args: undefined, text, change });
  return { role: 'user', isMeta: false, title: 'Result of the Skill tool', text: result.text, pending: [] };
}
