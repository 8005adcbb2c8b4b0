/**
 * Runs something once the event loop has come round: what has arrived in the meantime is read before. Timers would not do:
 * those that run out while others work are served before anything that has arrived.
 */
export const nextRound: (run: () => void) => void = roundsOfThisHost();

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
