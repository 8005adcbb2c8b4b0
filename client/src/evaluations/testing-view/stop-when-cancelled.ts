import type { CancellationToken, Disposable } from 'vscode';

/**
 * Stops something when the user cancels.
 *
 * @param stop may reject: if the server has ended, nothing is left to be stopped, and its run says why it ended
 */
export function stopWhenCancelled(token: CancellationToken, stop: () => Promise<unknown>): Disposable {
  return token.onCancellationRequested(() => void stop().catch(() => {}));
}
