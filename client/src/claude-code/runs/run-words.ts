import type { RunState, RunSummary } from '../../../../server/src/protocol.ts';
import { costInWords, durationInWords, startInWords } from '../../text/times-and-costs.ts';

/*
 * Runs in words, the same in the view and in the tab of a run.
 */

const states: Readonly<Record<RunState, string>> = {
  starting: 'starting',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'stopped',
};

/** A run that was denied something has ended, but is not done. */
export function stateInWords({ state, denied = 0 }: Pick<RunSummary, 'state' | 'denied'>): string {
  return state === 'succeeded' && denied > 0 ? 'incomplete' : states[state];
}

/** Whether Claude Code is still at work. */
export function isActive({ state }: Pick<RunSummary, 'state'>): boolean {
  return state === 'starting' || state === 'running';
}

/** How long a run took, or has taken so far in whole seconds. */
export function runDuration({ state, ms, startedAt }: RunSummary, now: number): string | undefined {
  if (ms !== undefined) return durationInWords(ms);
  if (!isActive({ state })) return undefined;
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000));
  return seconds < 10 ? `${seconds} s` : durationInWords(seconds * 1_000);
}

/** The time and cost of a run, in US dollars, and its denied calls: `12 s · $0.04 · 1 denied`. */
export function runNumbers(run: RunSummary, now: number): readonly string[] {
  const { cost, denied = 0 } = run;
  const facts = [
    runDuration(run, now),
    cost === undefined || cost === 0 ? undefined : costInWords(cost),
    denied > 0 ? `${denied} denied` : undefined,
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** The dimmed text of a run in a list: `12 s · $0.04 · running`. */
export function runFacts(run: RunSummary, now: number): string {
  return [...runNumbers(run, now), outcome(run, now)].join(' · ');
}

function outcome(run: RunSummary, now: number): string {
  const { state, startedAt } = run;
  if (state === 'succeeded') return startInWords(startedAt, now);
  return problemInWords(run) ?? stateInWords(run);
}

/** Why a run failed, where code cannot be marked. */
export function problemInWords({ problem }: Pick<RunSummary, 'problem'>): string | undefined {
  return problem?.replaceAll('`', '');
}
