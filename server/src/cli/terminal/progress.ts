/** Milliseconds before progress is displayed. */
const delay = 1000;

/** The shortest time between two updates, in milliseconds; more would only slow the run down. */
const interval = 100;

const barWidth = 24;

/** A progress bar on standard error. */
interface Progress {
  /** One more piece of work is done, or several. */
  advance(by?: number): void;
  /** Removes the bar permanently. */
  end(): void;
}

/**
 * A progress bar over `total` files that appears when the work takes over a second and standard error is a terminal.
 * Nothing of it remains on the screen.
 *
 * @param describe the text after the bar, if files are not what is counted
 */
export function showProgress(
  total: number,
  stream: NodeJS.WriteStream = process.stderr,
  describe = (done: number) => `${done} of ${total} files`,
): Progress {
  if (!stream.isTTY) return { advance() {}, end() {} };
  let done = 0;
  let shown = false;
  let due = performance.now() + delay;
  return {
    advance(by = 1) {
      done += by;
      const now = performance.now();
      if (now < due) return;
      due = now + interval;
      shown = true;
      const filled = Math.min(barWidth, Math.round((done / total) * barWidth));
      stream.write(`\r${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${describe(done)}`);
    },
    end() {
      due = Number.POSITIVE_INFINITY;
      if (shown) stream.write('\r\u001b[K');
    },
  };
}
