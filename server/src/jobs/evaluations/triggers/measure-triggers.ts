import type { Session } from '../../../catalog/session.ts';
import type { ClaudeCode, ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import { invocationLine } from '../../claude-code/runs/run-arguments.ts';
import type { QueryPart } from './split-queries.ts';
import { triggerArguments, unknownTools } from './trigger-arguments.ts';
import { type ObservedRun, TriggerObserver } from './trigger-observer.ts';
import {
  type MeasuredQuery,
  measuredQuery,
  outcomeOf,
  rateOf,
  type TriggerOutcome,
  type TriggerReport,
  totals,
} from './trigger-report.ts';
import type { TriggerQuery } from './trigger-set.ts';

/*
 * Triggering is measured in the user's own session, because the model chooses among all skills and tools that it has:
 * no tool is taken away, and no other text takes the place of the skill. So that nothing happens, a rule of the
 * command line asks for each tool but the Skill tool, which takes precedence over all rules that allow, and `dontAsk`
 * denies what would be asked. A release with a tool that is not known is stopped before the model has answered, and
 * started again with a rule for it. The first call of a skill decides; then the turn is interrupted, after which
 * Claude Code says what it has cost. A run without an answer does not count. Claude Code counts the calls as uses,
 * which may change the order of the listing.
 */

/** The queries to measure, and how. */
export interface TriggerPlan {
  readonly session: Session;
  /** The folder of the session, or a home. */
  readonly folder: string;
  readonly queries: readonly TriggerQuery[];
  /** How often each of them is asked. */
  readonly repeats: number;
  /** Answers of the model after which a run ends. */
  readonly turns: number;
  /** US dollars for all runs; undefined without a limit. */
  readonly dollars: number | undefined;
  /** Runs at a time. */
  readonly concurrency: number;
  /** Whether a name in a call means the skill. */
  readonly isSkill: (name: string) => boolean;
}

/** The parts of the machine that a measurement needs, and its listener. */
export interface TriggerMachine {
  readonly claudeCode: ClaudeCode;
  readonly program: ClaudeCodeProgram;
  readonly signal?: AbortSignal | undefined;
  /** Called after each run. */
  readonly progress?: ((report: TriggerReport) => void) | undefined;
}

/** Milliseconds that one run may take: the first start after an update is slow, and so is a model that thinks. */
const runTimeout = 300_000;

/** Milliseconds that Claude Code may take to end on its own. */
const endTimeout = 5_000;

/** Runs without an answer after which the others would have none, either. */
const maxErrors = 3;

/**
 * Asks each query as often as planned, in a session of its own, and counts the calls of the skill. All queries are asked
 * once before any is asked again, so that a measurement that is stopped says something about each. Never throws.
 */
export async function measureTriggers(plan: TriggerPlan, machine: TriggerMachine): Promise<TriggerReport> {
  const measurement = new Measurement(plan, machine);
  await Promise.all(Array.from({ length: plan.concurrency }, () => measurement.work()));
  return measurement.report();
}

class Measurement {
  readonly #plan: TriggerPlan;
  readonly #machine: TriggerMachine;
  readonly #outcomes: readonly TriggerOutcome[][];
  #next = 0;
  #done = 0;
  #cost = 0;
  #hasUnknownCost = false;
  #stopped: string | undefined;
  #version: string | undefined;
  #errors = 0;
  /** Tools of this release that are not known here: a rule asks for each of them, too. */
  #otherTools: readonly string[] = [];

  constructor(plan: TriggerPlan, machine: TriggerMachine) {
    this.#plan = plan;
    this.#machine = machine;
    this.#outcomes = plan.queries.map(() => []);
  }

  async work(): Promise<void> {
    const { queries, repeats } = this.#plan;
    while (this.#next < queries.length * repeats && this.#mayGoOn()) {
      const index = this.#next++ % queries.length;
      const run = await this.#ask(queries[index]!.query);
      if (!run) continue;
      this.#done++;
      this.#outcomes[index]!.push(outcomeOf(run, this.#plan.isSkill));
      if (run.cost === undefined) this.#hasUnknownCost = true;
      this.#cost += run.cost ?? 0;
      this.#errors = run.problem === undefined ? 0 : this.#errors + 1;
      if (this.#errors >= maxErrors) this.#stopped ??= `${maxErrors} runs in a row had no answer: ${run.problem}`;
      this.#machine.progress?.(this.report());
    }
  }

  report(): TriggerReport {
    const { queries, repeats } = this.#plan;
    const planned = queries.length * repeats;
    const measured = queries.map((query, index) => measuredQuery(query, this.#outcomes[index]!));
    return {
      queries: measured,
      rate: rateOf(measured),
      parts: { train: rateOf(partIn(measured, 'train')), test: rateOf(partIn(measured, 'test')) },
      ...totals(measured, this.#outcomes),
      done: this.#done,
      planned,
      cost: this.#cost,
      hasUnknownCost: this.#hasUnknownCost,
      stopped: this.#stopped ?? (this.#machine.signal?.aborted && this.#done < planned ? canceled : undefined),
      claudeCodeVersion: this.#version ?? this.#machine.program.version,
    };
  }

  #mayGoOn(): boolean {
    const { dollars } = this.#plan;
    if (this.#machine.signal?.aborted) this.#stopped ??= canceled;
    else if (dollars !== undefined && this.#cost >= dollars) this.#stopped ??= `The maximum of $${dollars} is reached`;
    return this.#stopped === undefined;
  }

  /** One run; undefined if it was canceled. */
  async #ask(query: string): Promise<ObservedRun | undefined> {
    for (;;) {
      const known = this.#otherTools;
      const run = await this.#start(query, known);
      if (run !== 'unknown-tools') return run;
    }
  }

  async #start(query: string, others: readonly string[]): Promise<ObservedRun | 'unknown-tools' | undefined> {
    const { session, folder, turns, dollars } = this.#plan;
    const { claudeCode, program, signal } = this.#machine;
    const { home } = session.environment;
    const left = dollars === undefined ? undefined : Math.max(0.01, dollars - this.#cost);
    const running = claudeCode.start(program, {
      args: triggerArguments(session, { turns, dollars: left }, others),
      folder,
      environment: home === undefined ? {} : { HOME: home, USERPROFILE: home },
      ...(signal && { signal }),
    });
    const observer = new TriggerObserver();
    let isLate = false;
    let timer = setTimeout(() => {
      isLate = true;
      void running.stop();
    }, runTimeout);
    const endSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void running.stop(), endTimeout);
    };
    let isOver = false;
    let hasUnknown = false;
    running.writeLine(invocationLine(query));
    for await (const line of running.lines) {
      observer.take(line);
      const unknown = unknownTools(observer.tools ?? [], others);
      if (unknown.length > 0 && !hasUnknown) {
        // Before the model could call one of them.
        hasUnknown = true;
        this.#otherTools = [...new Set([...this.#otherTools, ...unknown])];
        void running.stop();
      }
      if (!isOver && (observer.isDecided || observer.hasEnded)) {
        isOver = true;
        // Then it says what it has cost.
        if (!observer.hasEnded) running.writeLine(interruption);
        running.endInput();
        endSoon();
      }
    }
    running.endInput();
    const { exitCode, errorOutput, problem } = await running.ended;
    clearTimeout(timer);
    if (hasUnknown) return signal?.aborted ? undefined : 'unknown-tools';
    this.#version ??= observer.version;
    const { run } = observer;
    if (signal?.aborted && !isOver) return undefined;
    if (run.calls.length > 0 || observer.hasEnded) return run;
    const [said = ''] = errorOutput.trim().split('\n').slice(-1);
    const ended = said === '' ? `Claude Code ended with status ${exitCode ?? 'unknown'}` : said.slice(0, 300);
    return { ...run, problem: problem ?? (isLate ? 'Claude Code took too long to answer' : ended) };
  }
}

function partIn(queries: readonly MeasuredQuery[], part: QueryPart): readonly MeasuredQuery[] {
  return queries.filter((query) => query.part === part);
}

const canceled = 'It was canceled';

const interruption = JSON.stringify({
  type: 'control_request',
  request_id: 'decided',
  request: { subtype: 'interrupt' },
});
