/** Ctrl+C ends what runs, and lets the program print what it has; a second time, it ends the program. */
export function untilInterrupted(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const others = process.listeners('SIGINT') as NodeJS.SignalsListener[];
  process.removeAllListeners('SIGINT');
  const restore = () => {
    for (const listener of others) process.once('SIGINT', listener);
  };
  const stop = () => {
    restore();
    controller.abort();
  };
  process.once('SIGINT', stop);
  return {
    signal: controller.signal,
    release() {
      if (controller.signal.aborted) return;
      process.off('SIGINT', stop);
      restore();
    },
  };
}
