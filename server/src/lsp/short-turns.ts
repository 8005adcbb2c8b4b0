import type { CheckTurns } from '../rules/check-document.ts';

/** Milliseconds for which work goes on before others get their turn: nobody notices that somebody waits so long. */
const longestTurn = 20;

/**
 * Lets long work be done in short turns. Work that ends within the first one never waits.
 *
 * @param signal aborted when nobody wants the result any more
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
    pause: () => (performance.now() - start < longestTurn ? undefined : othersTurn()),
    ...(signal && { signal }),
  };
}
