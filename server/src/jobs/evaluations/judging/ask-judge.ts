import type { ClaudeCode, ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { ScratchFolders } from '../../../platform/scratch-folders.ts';
import { RunParts } from '../../claude-code/runs/run-parts.ts';
import { RunReducer } from '../../claude-code/runs/run-reducer.ts';
import type { RunSettings } from '../../claude-code/runs/run-settings.ts';
import { lastTextOf } from '../prompts/kept-session.ts';
import type { Material } from './judged-material.ts';

/*
 * A model that judges gets everything in one message, in a session of the user's own Claude Code that has no tools, no skills,
 * no hooks and no servers, in an empty folder: what runs have made may say anything, and can do nothing but change the
 * verdict. It answers with JSON, of which only what is expected is read. Each statement gets a verdict with evidence, which
 * is marked as the model's and replaces none that is there. Two outputs are compared without their names, once in each
 * order, of which a coin decides the first: a preference that changes with the order is none.
 */

/** The model and the cost that the user has agreed to. */
export interface JudgeSettings {
  readonly claudeCode: Pick<RunSettings, 'model'>;
  /** US dollars that are left. */
  readonly maximumCost: number | undefined;
  readonly signal: AbortSignal;
}

/** The parts of the machine that a session needs. */
export interface JudgeMachine {
  readonly claudeCode: ClaudeCode;
  readonly scratchFolders: ScratchFolders;
}

/** The answer of a model, and its cost. */
interface JudgeAnswer {
  /** Undefined if it has not. */
  readonly text: string | undefined;
  readonly model: string;
  /** US dollars, as far as they are known. */
  readonly cost: number;
  /** Why there is no answer. */
  readonly problem: string | undefined;
}

/** Asks a model once. */
export async function askJudge(
  program: ClaudeCodeProgram,
  material: readonly Material[],
  { claudeCode: { model }, maximumCost, signal }: JudgeSettings,
  { claudeCode, scratchFolders }: JudgeMachine,
): Promise<JudgeAnswer> {
  const scratch = await scratchFolders.create();
  try {
    await scratch.write([{ path: 'judge/.keep', text: '' }]);
    const folder = `${scratch.path}/judge`;
    const parts = new RunParts();
    const now = () => Date.now();
    const reducer = new RunReducer({ parts, now, folder, rulesFor: () => undefined }, undefined);
    const args = judgeArguments(model, maximumCost);
    const onErrorLine = (line: string) => reducer.takeErrorLine(line);
    const running = claudeCode.start(program, { args, folder, environment: {}, signal, onErrorLine });
    running.writeLine(JSON.stringify({ type: 'user', message: { role: 'user', content: material } }));
    running.endInput();
    for await (const line of running.lines) reducer.take(line);
    if (signal.aborted) reducer.cancel();
    const { exitCode, errorOutput, problem } = await running.ended;
    const end = { exitCode, errorOutput, problem, version: program.version, ownArguments: [] };
    const state = reducer.end(end);
    const { facts } = reducer;
    const about = { model: facts.model ?? 'unknown', cost: facts.cost ?? 0 };
    const text = lastTextOf(parts.all());
    if (state === 'succeeded' && text !== '') return { text, ...about, problem: undefined };
    return { text: undefined, ...about, problem: facts.problem ?? 'The model wrote no answer' };
  } finally {
    await scratch.remove().catch(() => {});
  }
}

/** The arguments of Claude Code for a session that can only answer. */
function judgeArguments(model: string | undefined, maximumCost: number | undefined): readonly string[] {
  const settings = { disableAllHooks: true, disableSkillShellExecution: true };
  return [
    '-p',
    ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
    ...['--permission-prompts', 'none', '--strict-mcp-config', '--no-session-persistence', '--disable-slash-commands'],
    ...['--settings', JSON.stringify(settings)],
    ...['--max-turns', '1'],
    ...(model === undefined ? [] : ['--model', model]),
    ...(maximumCost === undefined ? [] : ['--max-budget-usd', `${maximumCost}`]),
    // Last, because the option takes several values.
    ...['--tools', ''],
  ];
}
