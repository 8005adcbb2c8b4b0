import type { Session } from '../../../catalog/session.ts';
import { textOf } from '../../../document/json-values.ts';
import type { ClaudeCode, ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ScratchFolders } from '../../../platform/scratch-folders.ts';
import { invocationLine } from '../runs/run-arguments.ts';
import { numberOf, readStreamLine } from '../runs/stream-line.ts';
import { conversationArguments } from './conversation-arguments.ts';

/** The parts of the machine that a question to the user's Claude Code needs. */
export interface AskingMachine {
  readonly claudeCode: ClaudeCode;
  readonly program: ClaudeCodeProgram;
  readonly scratchFolders: ScratchFolders;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, or why there is none. */
export type ModelAnswer = ({ readonly text: string } | Refusal) & {
  /** US dollars; undefined if nobody said. */
  readonly cost: number | undefined;
};

/** Milliseconds that the answer may take. */
const timeout = 300_000;

/** UTF-16 units of everything that Claude Code writes until then. */
const longestOutput = 8 * 1024 * 1024;

/**
 * Asks the user's Claude Code once, in an empty folder and without tools: what files say can change nothing but the answer.
 * Never throws.
 *
 * @param dollars US dollars that are left; undefined without a limit
 */
export async function askOnce(
  question: string,
  session: Session,
  dollars: number | undefined,
  { claudeCode, program, scratchFolders, signal }: AskingMachine,
): Promise<ModelAnswer> {
  const scratch = await scratchFolders.create();
  try {
    const { home } = session.environment;
    const running = claudeCode.start(program, {
      args: onceArguments(session, dollars),
      folder: scratch.path,
      environment: home === undefined ? {} : { HOME: home, USERPROFILE: home },
      ...(signal && { signal }),
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void running.stop();
    }, timeout);
    running.writeLine(invocationLine(question));
    running.endInput();
    let answer: string | undefined;
    let cost: number | undefined;
    let failure: string | undefined;
    let written = 0;
    for await (const text of running.lines) {
      written += text.length;
      if (written > longestOutput) {
        void running.stop();
        break;
      }
      const line = readStreamLine(text);
      if (line?.type !== 'result') continue;
      cost = numberOf(line.total_cost_usd);
      if (line.is_error === true) failure = textOf(line.result) ?? textOf(line.subtype);
      else answer = textOf(line.result);
    }
    const { exitCode, errorOutput, problem } = await running.ended;
    clearTimeout(timer);
    if (signal?.aborted) return { problem: 'It was canceled', cost };
    if (written > longestOutput) return { problem: 'Claude Code wrote too much, so it was stopped', cost };
    if (isLate) return { problem: `Claude Code did not answer within ${timeout / 60_000} minutes`, cost };
    if (answer !== undefined) return { text: answer, cost };
    const [said = ''] = errorOutput.trim().split('\n').slice(-1);
    const ended = said === '' ? `Claude Code ended with status ${exitCode ?? 'unknown'}` : said;
    return { problem: (failure ?? problem ?? ended).slice(0, 300), cost };
  } finally {
    await scratch.remove().catch(() => {});
  }
}

function onceArguments(session: Session, dollars: number | undefined): readonly string[] {
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
