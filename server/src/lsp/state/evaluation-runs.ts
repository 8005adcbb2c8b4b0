import type { EvaluationSettings } from '../../features/evaluation-runs/evaluation-settings.ts';
import type { SuiteWork } from '../../features/evaluation-runs/evaluation-work.ts';
import type { EndedPrompt } from '../../features/evaluation-runs/run-prompt.ts';
import { runPrompts } from '../../features/evaluation-runs/run-prompts.ts';
import { runSuite } from '../../features/evaluation-runs/run-suite.ts';
import type { RunSettings } from '../../features/runs/run-settings.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EndedEvaluations, EvaluationChanged } from '../../protocol.ts';

/** Runs of evaluations at the same time: each is several processes of some hundred megabytes. */
const maxRunning = 2;

/** What was asked for. */
export interface AskedEvaluations {
  /** Identifies it. */
  readonly run: string;
  readonly works: readonly SuiteWork[];
  readonly once: boolean;
  readonly settings: EvaluationSettings;
  readonly claudeCode: RunSettings;
  /** US dollars for all of it. */
  readonly maximumCost: number | undefined;
}

/** The evaluations that run now. */
export class EvaluationRuns {
  readonly #platform: Platform;
  readonly #notify: (changed: EvaluationChanged) => void;
  readonly #keep: (ended: EndedPrompt) => Promise<void>;
  /** The last session of each prompt with the skill, by the item. */
  readonly #lastSessions = new Map<string, string>();
  readonly #running = new Map<
    string,
    { readonly ending: AbortController; readonly ended: Promise<EndedEvaluations> }
  >();

  /** @param keep adds a session to the list of runs */
  constructor(
    platform: Platform,
    notify: (changed: EvaluationChanged) => void,
    keep: (ended: EndedPrompt) => Promise<void>,
  ) {
    this.#platform = platform;
    this.#notify = notify;
    this.#keep = keep;
  }

  /** Runs everything, one suite after the other; resolves when all of it has ended. */
  async run(asked: AskedEvaluations): Promise<EndedEvaluations> {
    if (this.#running.size >= maxRunning || this.#running.has(asked.run))
      return { problem: `${maxRunning} evaluations are running. Stop one of them first` };
    const ending = new AbortController();
    const ended = this.#run(asked, ending.signal);
    this.#running.set(asked.run, { ending, ended });
    return ended.finally(() => this.#running.delete(asked.run));
  }

  async stop(run: string): Promise<void> {
    const running = this.#running.get(run);
    running?.ending.abort();
    await running?.ended.catch(() => {});
  }

  /** The run that is the last session of a prompt with the skill; undefined if there was none. */
  lastSession(item: string): string | undefined {
    return this.#lastSessions.get(item);
  }

  /** Ends everything that runs. */
  async end(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((run) => this.stop(run)));
  }

  async #run(asked: AskedEvaluations, signal: AbortSignal): Promise<EndedEvaluations> {
    const { run, works, once, settings, claudeCode, maximumCost } = asked;
    const program = await this.#platform.claudeCode.find(claudeCode.path);
    if ('problem' in program) return { ...program, setting: 'skillwright.claudeCode.path' };
    const listener = {
      line: (output: string) => this.#notify({ run, output }),
      started: (suite: string, items: readonly string[]) =>
        this.#notify({ run, started: items.map((item) => ({ suite, item })) }),
      ended: (ended: EvaluationChanged['ended']) => this.#notify({ run, ...(ended && { ended }) }),
    };
    let cost = 0;
    for (const work of works) {
      if (signal.aborted) break;
      const common = { work, once, signal, now: Date.now };
      const left = () => (maximumCost === undefined ? undefined : maximumCost - cost);
      const ofCases = { ...common, settings, maximumCost: left() };
      const cases = await runSuite(program, ofCases, this.#platform, listener);
      cost += cases.cost;
      if (cases.problem !== undefined) return { cost, problem: cases.problem };
      const keep = async (item: string, ended: EndedPrompt, isWithSkill: boolean) => {
        await this.#keep(ended);
        if (isWithSkill) this.#lastSessions.set(item, ended.summary.id);
      };
      const ofPrompts = { ...common, settings: claudeCode, maximumCost: left(), keep };
      const prompts = await runPrompts(program, ofPrompts, this.#platform, listener);
      cost += prompts.cost;
      if (prompts.problem !== undefined) return { cost, problem: prompts.problem };
    }
    return { cost };
  }
}
