import type { Session } from '../../../catalog/session.ts';
import type { Writer } from '../../../features/actions/writer.ts';
import { askOnce } from '../../../jobs/claude-code/ask/ask-once.ts';
import type { RewriteMachine } from '../../../jobs/rewriting/propose-rewrite.ts';
import { longestAnswer } from '../../../jobs/rewriting/read-proposal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { AskChatModelParams, ChatModelAnswer } from '../../../protocol.ts';

interface WriterParts {
  readonly platform: Pick<Platform, 'claudeCode' | 'scratchFolders'>;
  /** Where Claude Code would start; undefined without a folder and a home. */
  readonly session: Session | undefined;
  /** The program that the settings name. */
  readonly program: string | undefined;
  readonly signal: AbortSignal;
  readonly askChatModel: (question: AskChatModelParams) => Promise<ChatModelAnswer>;
}

/** How a writer is asked, or why it cannot be. */
export async function askWriter(
  { kind }: Writer,
  { platform: { claudeCode, scratchFolders }, session, program: named, signal, askChatModel }: WriterParts,
): Promise<Pick<RewriteMachine, 'ask'> | Refusal> {
  if (kind === 'chat-model') {
    return {
      async ask(question) {
        const answer = await askChatModel({ question, longest: longestAnswer + 1 });
        return { ...answer, cost: undefined };
      },
    };
  }
  const program = await claudeCode.find(named);
  if ('problem' in program) return program;
  if (!session) return { problem: 'There is no folder in which Claude Code could be started' };
  return {
    ask: (question, dollars) => askOnce(question, session, dollars, { claudeCode, scratchFolders, program, signal }),
  };
}
