import type { CheckTurns } from '../rules/check-document.ts';

/** Milliseconds of work before yielding to others: a delay that users do not notice. */
const maxTurn = 20;

/**
 * Splits long work into short turns. Work that ends within the first one never waits.
 *
 * @param signal aborted when the result is no longer needed
 */
export function shortTurns(signal?: AbortSignal): CheckTurns {
  let start = performance.now();
  const othersTurn = () =>
    new Promise<void>((resolve) => {
      setTimeout(() => {
        start = performance.now();
        resolve();
      }, 0);
    });
  return {
    pause: () => (performance.now() - start < maxTurn ? undefined : othersTurn()),
    ...(signal && { signal }),
  };
}
