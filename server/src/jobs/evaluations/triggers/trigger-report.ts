import { type ShareInterval, wilsonInterval } from '../../../evaluation/statistics/wilson-interval.ts';
import type { QueryPart } from './split-queries.ts';
import type { ObservedRun } from './trigger-observer.ts';
import type { TriggerQuery } from './trigger-set.ts';

/** The outcome of one run of a query. */
export interface TriggerOutcome {
  /** Whether the model called the skill. */
  readonly triggered: boolean;
  /** A call that the skill did not get through. */
  readonly refused: 'denied' | 'failed' | undefined;
  /** The names of the other skills that it called. */
  readonly others: readonly string[];
  /** Why it does not count: the model did not answer. */
  readonly problem: string | undefined;
}

/** A query with its outcomes. */
export interface MeasuredQuery extends TriggerQuery {
  /** Runs in which the model answered. */
  readonly runs: number;
  /** Those in which it called the skill. */
  readonly triggered: number;
  /** Calls that permissions denied, and calls that failed. */
  readonly denied: number;
  readonly failed: number;
  /** Other skills that it called, with the number of runs, the most frequent first. */
  readonly neighbors: readonly { readonly name: string; readonly runs: number }[];
  /** Runs without an answer, with the first reason. */
  readonly errors: number;
  readonly problem: string | undefined;
  /** Whether at least half of the runs did what they should; undefined if there were none. */
  readonly isAsExpected: boolean | undefined;
}

/** How many runs did what they should. */
export interface RunRate {
  readonly right: number;
  /** Runs with an answer. */
  readonly runs: number;
  /** In which the rate lies, at 95 %; undefined without runs. */
  readonly interval: ShareInterval | undefined;
}

/** Everything that was measured. */
export interface TriggerReport {
  readonly queries: readonly MeasuredQuery[];
  readonly rate: RunRate;
  /** The same for the queries by which a description may be improved, and for those by which it is only judged. */
  readonly parts: Readonly<Record<QueryPart, RunRate>>;
  /** Of the runs in which the skill was called, the part in which it should be; undefined if there were none. */
  readonly precision: number | undefined;
  /** Of the runs in which it should be called, the part in which it was; undefined if there were none. */
  readonly recall: number | undefined;
  /** Runs of queries that should not trigger, and did. */
  readonly falseTriggers: number;
  /** Skills that were called where this one should be, with the number of runs, the most frequent first. */
  readonly neighbors: readonly { readonly name: string; readonly runs: number }[];
  /** Runs that have ended, of those that were planned. */
  readonly done: number;
  readonly planned: number;
  /** US dollars, as Claude Code says; at least this much if `hasUnknownCost`. */
  readonly cost: number;
  readonly hasUnknownCost: boolean;
  /** Why not all runs took place; undefined if they did. */
  readonly stopped: string | undefined;
  /** Digits and dots. */
  readonly claudeCodeVersion: string | undefined;
}

/** Counts what a run showed. */
export function outcomeOf({ calls, problem }: ObservedRun, isSkill: (name: string) => boolean): TriggerOutcome {
  const own = calls.filter(({ name }) => isSkill(name));
  const refused = own.every(({ outcome }) => outcome === 'denied' || outcome === 'failed')
    ? own[0]?.outcome
    : undefined;
  return {
    triggered: own.length > 0,
    refused: refused === 'loaded' ? undefined : refused,
    others: [...new Set(calls.filter(({ name }) => !isSkill(name)).map(({ name }) => name))],
    problem,
  };
}

/** Adds up the runs of a query. */
export function measuredQuery(query: TriggerQuery, outcomes: readonly TriggerOutcome[]): MeasuredQuery {
  const answered = outcomes.filter(({ problem }) => problem === undefined);
  const triggered = answered.filter((it) => it.triggered).length;
  const runs = answered.length;
  return {
    ...query,
    runs,
    triggered,
    denied: answered.filter(({ refused }) => refused === 'denied').length,
    failed: answered.filter(({ refused }) => refused === 'failed').length,
    neighbors: byRuns(answered),
    errors: outcomes.length - runs,
    problem: outcomes.find(({ problem }) => problem !== undefined)?.problem,
    isAsExpected: runs === 0 ? undefined : rightRuns({ ...query, triggered, runs }) * 2 >= runs,
  };
}

/** How many runs of queries did what they should. */
export function rateOf(queries: readonly MeasuredQuery[]): RunRate {
  const runs = queries.reduce((sum, query) => sum + query.runs, 0);
  const right = queries.reduce((sum, query) => sum + rightRuns(query), 0);
  return { right, runs, interval: runs === 0 ? undefined : wilsonInterval(right, runs) };
}

function rightRuns({ shouldTrigger, triggered, runs }: Pick<MeasuredQuery, 'shouldTrigger' | 'triggered' | 'runs'>) {
  return shouldTrigger ? triggered : runs - triggered;
}

/** The sums of a measurement, besides its queries. */
export function totals(queries: readonly MeasuredQuery[], outcomes: readonly (readonly TriggerOutcome[])[]) {
  const sum = (should: boolean, key: 'runs' | 'triggered') =>
    queries.reduce((total, query) => total + (query.shouldTrigger === should ? query[key] : 0), 0);
  const [right, wrong, wanted] = [sum(true, 'triggered'), sum(false, 'triggered'), sum(true, 'runs')];
  const missed = outcomes.filter((_, index) => queries[index]!.shouldTrigger).flat();
  return {
    precision: right + wrong === 0 ? undefined : right / (right + wrong),
    recall: wanted === 0 ? undefined : right / wanted,
    falseTriggers: wrong,
    neighbors: byRuns(missed.filter(({ triggered, problem }) => !triggered && problem === undefined)),
  };
}

function byRuns(outcomes: readonly TriggerOutcome[]): { name: string; runs: number }[] {
  const runs = new Map<string, number>();
  for (const { others } of outcomes) for (const name of others) runs.set(name, (runs.get(name) ?? 0) + 1);
  const all = [...runs].map(([name, count]) => ({ name, runs: count }));
  return all.sort((a, b) => b.runs - a.runs || (a.name < b.name ? -1 : 1));
}
