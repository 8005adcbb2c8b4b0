import type { RunState, RunSummary } from '../../../../../server/src/protocol.ts';

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

/** `40 ms`, `2.3 s`, `31 s`, `2 min 5 s`, `1 h 4 min` */
export function durationInWords(ms: number): string {
  if (ms < 100) return `${Math.round(Math.max(0, ms))} ms`;
  const seconds = ms / 1_000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

/** How long a run took, or has taken so far in whole seconds. */
export function runDuration({ state, ms, startedAt }: RunSummary, now: number): string | undefined {
  if (ms !== undefined) return durationInWords(ms);
  if (!isActive({ state })) return undefined;
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000));
  return seconds < 10 ? `${seconds} s` : durationInWords(seconds * 1_000);
}

/** `$0.04`; what costs something never costs nothing. */
export function costInWords(dollars: number): string {
  return dollars > 0 && dollars < 0.005 ? '< $0.01' : `$${dollars.toFixed(2)}`;
}

/** `today 14:02`, `yesterday 9:11`, `Nov 21, 9:11`, `Nov 21, 2025, 9:11` */
export function startInWords(startedAt: number, now: number): string {
  const date = new Date(startedAt);
  const time = date.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });
  const days = Math.round((midnight(now) - midnight(startedAt)) / 86_400_000);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `yesterday ${time}`;
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? undefined : 'numeric';
  return `${date.toLocaleDateString('en', { month: 'short', day: 'numeric', year })}, ${time}`;
}

function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
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
