/** Lets others work in between. */
export interface WorkTurns {
  /** Called between pieces of work: what to wait for before the next one; undefined while there is no need to wait. */
  pause(): Promise<void> | undefined;
  /** Aborted when the result is no longer needed. */
  readonly signal?: AbortSignal;
}

/** For work that nobody else waits for. */
export const withoutPause: Pick<WorkTurns, 'pause'> = { pause: () => undefined };

/** Does work without a pause. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does work with pauses in between. */
export async function inTurns<Result>(
  steps: Generator<void, Result>,
  turns: Pick<WorkTurns, 'pause'>,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const wait = turns.pause();
    if (wait) await wait;
  }
}

/** Does work with pauses in between; undefined if nobody waits for it any more. */
export async function whileAwaited<Result>(
  steps: Generator<void, Result>,
  turns: Pick<WorkTurns, 'pause'>,
  isCancelled: () => boolean,
): Promise<Result | undefined> {
  for (;;) {
    if (isCancelled()) return undefined;
    const step = steps.next();
    if (step.done) return step.value;
    const wait = turns.pause();
    if (wait) await wait;
  }
}
