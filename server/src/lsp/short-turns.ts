import type { WorkTurns } from '../platform/work-turns.ts';
import { SharedTurns } from './shared-turns.ts';

/**
 * Runs something once the event loop has come round: what has arrived in the meantime is read before. Timers would not do:
 * those that run out while others work are served before anything that has arrived.
 */
const nextRound: (run: () => void) => void = roundsOfThisHost();

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

/** Lets such work rest while something that it would slow down is under way, unless somebody waits for it. */
export function restDuring<Result>(work: Promise<Result>): Promise<Result> {
  return shared.restDuring(work);
}

/** A browser has only messages that are not delayed, as timers are. */
function roundsOfThisHost(): (run: () => void) => void {
  if (typeof setImmediate === 'function') return (run) => void setImmediate(run);
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  // Only the types of Node are known here.
  (port1 as unknown as { onmessage: () => void }).onmessage = () => waiting.shift()?.();
  return (run) => {
    waiting.push(run);
    port2.postMessage(undefined);
  };
}
