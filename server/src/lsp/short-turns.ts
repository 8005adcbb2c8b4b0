import type { WorkTurns } from '../platform/work-turns.ts';
import { nextRound } from './next-round.ts';
import { SharedTurns } from './shared-turns.ts';

const shared = new SharedTurns({ now: () => performance.now(), nextRound });

/** Splits long work into short turns, which it shares with all other work of this kind: see {@link SharedTurns}. */
export function shortTurns(): WorkTurns {
  return shared.split(false);
}

/**
 * The same for an answer that somebody waits for, which goes on before other work.
 *
 * @param signal aborted when it is no longer needed
 */
export function answerTurns(signal?: AbortSignal): WorkTurns {
  return shared.split(true, signal);
}

/** Waits for rounds of the event loop in which no such work goes on. */
export function quietRounds(count: number): Promise<void> {
  return shared.quietRounds(count);
}
