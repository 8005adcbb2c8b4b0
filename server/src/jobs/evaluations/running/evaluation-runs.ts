import type { Platform } from '../../../platform/platform.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { EndedEvaluations, EvaluationChanged } from '../../../protocol.ts';
import type { EndedPrompt } from '../prompts/run-prompt.ts';
import type { KeptPrompt } from '../prompts/run-prompts.ts';
import { type EvaluationBatch, runEvaluations } from './run-evaluations.ts';

/** Runs of evaluations at the same time: each is several processes of some hundred megabytes. */
const maxRunning = 2;

/** A batch of evaluations that was started. */
interface StartedEvaluations extends EvaluationBatch {
  /** Identifies it. */
  readonly run: string;
}

/** The evaluations that run now. */
export class EvaluationRuns {
  readonly #platform: Platform;
  readonly #notify: (changed: EvaluationChanged) => void;
  readonly #keep: (ended: EndedPrompt) => Promise<void>;
  readonly #running = new Map<
    string,
    { readonly ending: AbortController; readonly ended: Promise<EndedEvaluations | Refusal> }
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
  async run(asked: StartedEvaluations): Promise<EndedEvaluations | Refusal> {
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

  /** Ends everything that runs. */
  async end(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((run) => this.stop(run)));
  }

  async #run(asked: StartedEvaluations, signal: AbortSignal): Promise<EndedEvaluations | Refusal> {
    const { run, claudeCode } = asked;
    const program = await this.#platform.claudeCode.find(claudeCode.path);
    if ('problem' in program) return program;
    const listener = {
      line: (output: string) => this.#notify({ run, output }),
      started: (suite: string, items: readonly string[]) =>
        this.#notify({ run, started: items.map((item) => ({ suite, item })) }),
      ended: (ended: EvaluationChanged['ended']) => this.#notify({ run, ...(ended && { ended }) }),
    };
    const keep = (_: KeptPrompt, ended: EndedPrompt) => this.#keep(ended);
    const machine = this.#platform;
    const { cost, problem } = await runEvaluations(asked, { program, machine, listener, signal, now: Date.now, keep });
    return { cost, ...(problem !== undefined && { stopped: problem }) };
  }
}
