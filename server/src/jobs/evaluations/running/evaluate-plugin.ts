import { readRecordedResult } from '../../../evaluation/grading/recorded-result.ts';
import { sentenceOf, stoppedText } from '../../../features/text/run-ending-text.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import type { ClaudeCode, ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { type EvaluatedPlugin, evalArguments } from './eval-arguments.ts';
import { isTelling } from './eval-progress.ts';

/*
 * Evaluations run as `claude plugin eval` runs them, never by a runner of our own: one process for all cases of a
 * suite, or one for each name that was chosen, because the runner can choose one name at a time. What it prints tells
 * which case is running; what became of a case is read from the result that it writes, which it also does within the
 * time that a process has to end. So stopping keeps what has ended. Nothing is published, and the traces are kept:
 * other graders can be tried on them, and they tell which files were used. What the user agreed to is sent with the
 * request to run, and compared with what is read for it, so nothing that was added in the meantime starts.
 */

/** How a process of `claude plugin eval` ended. */
interface EvaluatedPluginEnd {
  /** The path of its result, which may be partial; undefined if there is none. */
  readonly resultPath: string | undefined;
  /** Whether it ran everything that it was asked for. */
  readonly isComplete: boolean;
  /** Why there is no result, or no complete one, in words; undefined if the user stopped it. */
  readonly problem: string | undefined;
  /** Whether it was stopped at the maximum cost. */
  readonly isCut: boolean;
}

/** The parts of the machine that the runner needs. */
export interface EvaluationMachine {
  readonly claudeCode: ClaudeCode;
  readonly files: FileSystem;
}

/** Bytes of standard error: a run writes several hundred. */
const errorBytes = 4 * 1024 * 1024;

/**
 * Runs the cases of a plugin once, in one process. The user must have agreed before. When it is stopped, the runner is
 * given the time to write what it has.
 *
 * @param onLine gets what the runner says, line by line
 */
export async function evaluatePlugin(
  program: ClaudeCodeProgram,
  plugin: EvaluatedPlugin,
  { claudeCode, files }: EvaluationMachine,
  signal: AbortSignal | undefined,
  onLine: (line: string) => void,
): Promise<EvaluatedPluginEnd> {
  const said: string[] = [];
  const running = claudeCode.start(program, {
    args: evalArguments(plugin),
    folder: plugin.folder,
    environment: {},
    errorBytes,
    ...(signal && { signal }),
    onErrorLine: (line) => {
      if (isTelling(line)) said.push(line.trim());
      if (said.length > maxSaid) said.shift();
      onLine(line);
    },
  });
  running.endInput();
  // A table of what the result has, too.
  for await (const _ of running.lines);
  const { exitCode, problem } = await running.ended;
  const path = `${plugin.outputFolder}/aggregate-result.json`;
  const resultPath = (await files.typeOf(path)) === 'file' ? path : undefined;
  const isComplete = resultPath !== undefined && (exitCode === 0 || exitCode === 1);
  const end = { resultPath, isComplete, problem: undefined, isCut: false };
  if (signal?.aborted) return end;
  if (problem !== undefined) return { ...end, isComplete: false, problem };
  if (isComplete) return end;
  const partial = resultPath === undefined ? undefined : await partialAt(resultPath, files);
  if (partial === undefined) return { ...end, problem: whyFailed(said, exitCode) };
  return {
    ...end,
    problem: `${sentenceOf(stoppedText(partial))}, so not everything ran`,
    isCut: partial === costCeiling,
  };
}

/** The reason in the result of a run that ended because of its costs. */
const costCeiling = 'cost_ceiling';

/** Why a result is partial; undefined if it is not. */
async function partialAt(path: string, files: FileSystem): Promise<string | undefined> {
  const bytes = await files.readFile(path, MAX_FILE_BYTES);
  return bytes && readRecordedResult(decodeText(bytes))?.partial;
}

/** Lines that are remembered, for what went wrong. */
const maxSaid = 20;

function whyFailed(said: readonly string[], exitCode: number | undefined): string {
  const line =
    said.findLast((it) => /^error:/i.test(it)) ?? said.find((it) => it.startsWith('No eval cases')) ?? said.at(-1);
  if (line === undefined) return `Claude Code ended with status ${exitCode ?? 'unknown'}, without a result`;
  if (/unknown command|unknown option/.test(line))
    return `This release of Claude Code cannot do that: update it. It says: ${line.slice(0, longest)}`;
  return `Claude Code says: ${line.slice(0, longest)}`;
}

/** Characters of what is quoted. */
const longest = 500;
