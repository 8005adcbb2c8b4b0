import { URI } from 'vscode-uri';
import type { ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { RunSettings } from '../../claude-code/runs/run-settings.ts';
import type { EvaluationChoice } from '../running/evaluation-choice.ts';
import { promptItemId, promptTitle } from '../running/evaluation-items.ts';
import type { SuiteWork } from '../running/evaluation-work.ts';
import { type EndedSuite, type EvaluationListener, reachedMaximum } from '../running/run-suite.ts';
import type { Suite } from '../running/suites.ts';
import { type PromptSessions, promptOutcome } from './prompt-outcome.ts';
import { keepSession, promptPlace } from './prompt-result.ts';
import { type EndedPrompt, type PromptMachine, runPrompt } from './run-prompt.ts';
import { inputFolders, type PromptSet, type SetPrompt } from './suite-prompts.ts';

/** A prompt, and where it is from. */
export interface KeptPrompt {
  readonly suite: Suite;
  readonly set: PromptSet;
  readonly prompt: SetPrompt;
}

/** How the prompts of a suite are run. */
export interface PromptsRun {
  readonly work: SuiteWork;
  readonly choice: EvaluationChoice;
  readonly settings: RunSettings;
  /** US dollars that are left. */
  readonly maximumCost: number | undefined;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Gets each session with the prompt that it is of. */
  readonly keep: (of: KeptPrompt, ended: EndedPrompt, isWithSkill: boolean) => Promise<void>;
}

/** Runs the prompts of a suite, each with the skill and without it, one session after the other. */
export async function runPrompts(
  program: ClaudeCodeProgram,
  { work, choice, settings, maximumCost, signal, now, keep }: PromptsRun,
  machine: PromptMachine,
  listener: EvaluationListener,
): Promise<Omit<EndedSuite, 'resultPaths'>> {
  const { set, prompts, suite } = work;
  let cost = 0;
  const together = now();
  for (const prompt of set ? prompts : []) {
    if (signal.aborted) break;
    const item = promptItemId(set!, prompt);
    listener.started(suite.folder, [item]);
    const roots = inputFolders(suite, set!);
    let hasKept = false;
    const sessions: { -readonly [Side in 'withSkill' | 'withoutSkill']?: PromptSessions[Side] } = {};
    let isCut = false;
    for (const isWithSkill of choice.arms === 'with' ? [true] : [true, false]) {
      const left = maximumCost === undefined ? undefined : maximumCost - cost;
      if (left !== undefined && left <= 0) {
        sessions[isWithSkill ? 'withSkill' : 'withoutSkill'] = {
          problem: 'stopped at the maximum cost',
          isStopped: true,
        };
        isCut = true;
        break;
      }
      const title = promptTitle(prompt, isWithSkill);
      listener.line(title);
      const uri = URI.file(set!.path).toString();
      const asked = {
        prompt,
        skill: set!.skill!,
        roots,
        isWithSkill,
        uri,
        title,
        item,
        settings,
        allowedTools: choice.allowedTools,
        model: choice.model,
        maximumCost: left,
        signal,
        now,
        together,
      };
      const ended = await runPrompt(program, asked, machine);
      if ('summary' in ended) {
        cost += ended.summary.cost ?? 0;
        await keep({ suite, set: set!, prompt }, ended, isWithSkill);
      }
      if (signal.aborted) return { cost, problem: undefined };
      sessions[isWithSkill ? 'withSkill' : 'withoutSkill'] = ended;
      if (!('summary' in ended)) continue;
      const notKept = await keepSession(suite, prompt, ended, isWithSkill, machine);
      if (notKept === undefined) hasKept = true;
      else listener.line(`${title}: not everything that it made was kept (${notKept})`);
    }
    const { withSkill, withoutSkill } = sessions;
    const kept = hasKept ? promptPlace(suite, prompt, together).folder : undefined;
    listener.ended(promptOutcome(set!, prompt, suite.folder, { withSkill, withoutSkill, kept }));
    if (isCut) return { cost, problem: reachedMaximum };
  }
  return { cost, problem: undefined };
}
