import type { Event } from 'vscode';

/**
 * Resolves with the next event, or after some time without one.
 *
 * @param timeout in milliseconds
 * @param isExpected other events are ignored
 */
export function nextEvent<T>(event: Event<T>, timeout: number, isExpected: (value: T) => boolean = () => true) {
  return new Promise<void>((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const timer = setTimeout(stop, timeout);
    const listening = event((value) => {
      if (isExpected(value)) stop();
    });
  });
}
