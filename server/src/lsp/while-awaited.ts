import { answerTurns } from './short-turns.ts';

/** Does the work of an answer in short turns; undefined if nobody waits for it any more. */
export async function whileAwaited<Result>(
  steps: Generator<void, Result>,
  isCancelled: () => boolean,
): Promise<Result | undefined> {
  const turns = answerTurns();
  for (;;) {
    if (isCancelled()) return undefined;
    const step = steps.next();
    if (step.done) return step.value;
    const wait = turns.pause();
    if (wait) await wait;
  }
}
