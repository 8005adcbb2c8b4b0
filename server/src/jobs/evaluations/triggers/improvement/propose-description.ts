import type { Session } from '../../../../catalog/session.ts';
import { textOf } from '../../../../catalog/settings/json-map.ts';
import type { ClaudeCode, ClaudeCodeProgram } from '../../../../platform/claude-code.ts';
import type { Refusal } from '../../../../platform/refusal.ts';
import type { ScratchFolders } from '../../../../platform/scratch-folders.ts';
import { conversationArguments } from '../../../claude-code/ask/conversation-arguments.ts';
import { invocationLine } from '../../../claude-code/runs/run-arguments.ts';
import { numberOf, readStreamLine } from '../../../claude-code/runs/stream-line.ts';
import { type DescriptionFacts, descriptionRequest, readDescription } from './description-request.ts';

/** What asking for a description needs. */
export interface ProposalMachine {
  readonly claudeCode: ClaudeCode;
  readonly program: ClaudeCodeProgram;
  readonly scratchFolders: ScratchFolders;
  readonly signal?: AbortSignal | undefined;
}

/** Another description, or why there is none. */
type Proposal = ({ readonly description: string } | Refusal) & {
  /** US dollars; undefined if Claude Code did not say. */
  readonly cost: number | undefined;
};

/** Milliseconds that the answer may take. */
const timeout = 300_000;

/**
 * Asks the user's Claude Code for another description, once, in an empty folder and without tools: what the files say can
 * change nothing but the answer. Never throws.
 *
 * @param dollars US dollars that are left; undefined without a limit
 */
export async function proposeDescription(
  facts: DescriptionFacts,
  session: Session,
  dollars: number | undefined,
  { claudeCode, program, scratchFolders, signal }: ProposalMachine,
): Promise<Proposal> {
  const scratch = await scratchFolders.create();
  try {
    const { home } = session.environment;
    const running = claudeCode.start(program, {
      args: proposalArguments(session, dollars),
      folder: scratch.path,
      environment: home === undefined ? {} : { HOME: home, USERPROFILE: home },
      ...(signal && { signal }),
    });
    const timer = setTimeout(() => void running.stop(), timeout);
    running.writeLine(invocationLine(descriptionRequest(facts)));
    running.endInput();
    let answer: string | undefined;
    let cost: number | undefined;
    let failure: string | undefined;
    for await (const text of running.lines) {
      const line = readStreamLine(text);
      if (line?.type !== 'result') continue;
      cost = numberOf(line.total_cost_usd);
      if (line.is_error === true) failure = textOf(line.result) ?? textOf(line.subtype);
      else answer = textOf(line.result);
    }
    const { exitCode, errorOutput, problem } = await running.ended;
    clearTimeout(timer);
    if (signal?.aborted) return { problem: 'It was canceled', cost };
    if (answer !== undefined) return { ...readDescription(answer), cost };
    const [said = ''] = errorOutput.trim().split('\n').slice(-1);
    const ended = said === '' ? `Claude Code ended with status ${exitCode ?? 'unknown'}` : said;
    return { problem: (failure ?? problem ?? ended).slice(0, 300), cost };
  } finally {
    await scratch.remove().catch(() => {});
  }
}

function proposalArguments(session: Session, dollars: number | undefined): readonly string[] {
  const settings = { disableAllHooks: true, disableSkillShellExecution: true };
  return conversationArguments({ ...session, addedFolders: [], pluginFolders: [] }, settings, [
    ...['--tools', ''],
    '--disable-slash-commands',
    ...['--permission-mode', 'dontAsk'],
    ...['--permission-prompts', 'none'],
    ...['--max-turns', '1'],
    ...(dollars === undefined ? [] : ['--max-budget-usd', `${Math.max(0.01, dollars)}`]),
  ]);
}
