import type { ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { RunSettings } from '../../claude-code/runs/run-settings.ts';
import type { PromptMachine } from '../prompts/run-prompt.ts';
import { type PromptsRun, runPrompts } from '../prompts/run-prompts.ts';
import type { PlannedEvaluations } from './planned-evaluations.ts';
import { type EndedSuite, type EvaluationListener, runSuite } from './run-suite.ts';

/** Planned suites that run together. */
export interface EvaluationBatch extends PlannedEvaluations {
  readonly claudeCode: RunSettings;
  /** US dollars for all of it. */
  readonly maximumCost: number | undefined;
}

/** Who runs it, and who is told. */
interface EvaluationRun extends Pick<PromptsRun, 'signal' | 'now' | 'keep'> {
  readonly program: ClaudeCodeProgram;
  readonly machine: PromptMachine;
  readonly listener: EvaluationListener;
}

/** Runs everything, one suite after the other. The user must have agreed before. */
export async function runEvaluations(asked: EvaluationBatch, run: EvaluationRun): Promise<EndedSuite> {
  const { works, choice, settings, claudeCode, maximumCost } = asked;
  const { program, machine, listener, signal, now, keep } = run;
  const resultPaths: string[] = [];
  let cost = 0;
  for (const work of works) {
    if (signal.aborted) break;
    const common = { work, choice, signal, now };
    const left = () => (maximumCost === undefined ? undefined : maximumCost - cost);
    const cases = await runSuite(program, { ...common, settings, maximumCost: left() }, machine, listener);
    cost += cases.cost;
    resultPaths.push(...cases.resultPaths);
    if (cases.problem !== undefined) return { cost, resultPaths, problem: cases.problem };
    const ofPrompts = { ...common, settings: claudeCode, maximumCost: left(), keep };
    const prompts = await runPrompts(program, ofPrompts, machine, listener);
    cost += prompts.cost;
    if (prompts.problem !== undefined) return { cost, resultPaths, problem: prompts.problem };
  }
  return { cost, resultPaths, problem: undefined };
}
