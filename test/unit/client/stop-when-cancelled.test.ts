import { expect, test } from 'vitest';
import type { CancellationToken } from 'vscode';
import { stopWhenCancelled } from '../../../client/src/evaluations/testing-view/stop-when-cancelled.ts';

test('cancelling a run whose server has ended leaves no rejection that nobody handles', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  let cancel: () => void = () => {};
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      cancel = listener;
      return { dispose() {} };
    },
  } as unknown as CancellationToken;
  let asked = 0;
  stopWhenCancelled(token, () => {
    asked += 1;
    return Promise.reject(new Error('the server has ended'));
  });
  cancel();
  // Node reports such rejections once the tasks of now have ended.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect([asked, unhandled]).toEqual([1, []]);
});
