import { setImmediate } from 'node:timers/promises';

/** Numbers of one kind, taken side by side. The first row is what the others are held against. */
export interface Comparison {
  readonly title: string;
  readonly unit: 'ms' | 'MB';
  readonly rows: readonly Row[];
}

/** What one contender needed, run after run. */
export interface Row {
  readonly name: string;
  readonly samples: readonly number[];
}

/** The numbers of a row that are worth printing. */
export interface Summary {
  readonly name: string;
  readonly runs: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  /** How many times the median of the baseline; undefined for the baseline itself. */
  readonly ratio: number | undefined;
}

/** How often contenders run before anything is measured, and then measured. */
export interface Rounds {
  readonly warmUp: number;
  readonly measured: number;
}

/** Work to be timed. It gets what was prepared for the round, off the clock. */
export type Contender<Input> = (input: Input) => unknown;

/**
 * Times contenders on the same inputs. Every round runs all of them, in an order that rotates, so that whatever else
 * the machine does meanwhile hits all alike.
 */
export async function runInterleaved<Input>(
  rounds: Rounds,
  prepare: () => Input | Promise<Input>,
  contenders: Readonly<Record<string, Contender<Input>>>,
): Promise<Row[]> {
  const entries = Object.entries(contenders).map(([name, run]) => ({ name, run, samples: [] as number[] }));
  for (let round = 0; round < rounds.warmUp + rounds.measured; round++) {
    // Edits come on turns of the event loop of their own, and so does the collection of what they leave behind.
    await setImmediate();
    const input = await prepare();
    for (let turn = 0; turn < entries.length; turn++) {
      const { run, samples } = entries[(round + turn) % entries.length]!;
      const elapsed = await time(() => run(input));
      if (round >= rounds.warmUp) samples.push(elapsed);
    }
  }
  return entries.map(({ name, samples }) => ({ name, samples }));
}

async function time(run: () => unknown): Promise<number> {
  const start = performance.now();
  const result = run();
  // What is over already must not wait for the next turn of the event loop.
  if (result instanceof Promise) await result;
  return performance.now() - start;
}

/** The printable numbers of a comparison. */
export function summarise({ rows }: Comparison): Summary[] {
  const baseline = quantile(rows[0]!.samples, 0.5);
  return rows.map(({ name, samples }, index) => {
    const median = quantile(samples, 0.5);
    return {
      name,
      runs: samples.length,
      median,
      p95: quantile(samples, 0.95),
      p99: quantile(samples, 0.99),
      ratio: index === 0 ? undefined : median / baseline,
    };
  });
}

/** The smallest sample that is at least as large as the given share of all. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
