import type { WorkTurns } from '../platform/work-turns.ts';
import { SharedTurns } from './shared-turns.ts';

// Timers would not do: those that run out while others work are served before anything that has arrived.
const shared = new SharedTurns({ now: () => performance.now(), nextRound: (run) => setImmediate(run) });

/** Splits long work into short turns, which it shares with all other work of this kind: see {@link SharedTurns}. */
export function shortTurns(signal?: AbortSignal): WorkTurns {
  return shared.split(signal);
}
