import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readSeeds } from './inputs/seeds.ts';
import { failureOf, inputOf, kindOfFailure } from './run-target.ts';
import { shrinkInput } from './shrink-input.ts';
import { fuzzTargets } from './targets/targets.ts';

/*
 * `npm run fuzz -- --inputs 100000 --seed 7`: tries random inputs on every part of the product. Each failure is made small
 * and written to `.test-output/fuzz`; fix it, and move the file to `test/fuzz/found`, where a test replays it. `--target`
 * chooses one part, `--from` begins with a later input of the same seed.
 */

/**
 * Milliseconds after which an input is said to hang: of the processor, or of the clock if it waits for something. The
 * slowest take some tenths of a second, and on a busy machine the clock says little.
 */
const patience = { processor: 20_000, clock: 600_000 };

/** What a thread works on: consecutive inputs of one target. */
interface Portion {
  readonly target: string;
  readonly seed: string;
  readonly from: number;
  readonly to: number;
  /** Where the number of the current input is told. */
  readonly progress: Int32Array<SharedArrayBuffer>;
  readonly known: readonly string[];
}

/** The first failure of its kind. */
interface FoundFailure {
  readonly kind: string;
  readonly target: string;
  readonly index: number;
  readonly why: string;
  readonly input: unknown;
}

if (isMainThread) await main();
else await work(workerData as Portion);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      from: { type: 'string', default: '0' },
      target: { type: 'string' },
    },
  });
  const targets = fuzzTargets.filter(({ name }) => values.target === undefined || name === values.target);
  if (targets.length === 0) throw new Error(`There is no target ${values.target}`);
  const shares = targets.reduce((sum, { share }) => sum + share, 0);
  const folder = path.resolve('.test-output/fuzz');
  await mkdir(folder, { recursive: true });
  let total = 0;
  const kinds = new Map<string, number>();
  console.log(`seed ${values.seed}, from ${values.from}`);
  for (const { name, share } of targets) {
    const count = Math.ceil((Number(values.inputs) * share) / shares);
    const from = Math.floor((Number(values.from) * share) / shares);
    const start = performance.now();
    for (let next = from; next < from + count; ) {
      const done = await runPortion(name, values.seed, next, from + count, kinds, folder);
      total += done - next;
      next = done;
    }
    const seconds = (performance.now() - start) / 1000;
    console.log(`${name}: ${count} inputs in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} per second`);
  }
  console.log(`${total} inputs, ${kinds.size} kinds of failures`);
  for (const [kind, count] of kinds) console.log(`  ${count} × ${kind}`);
  if (kinds.size > 0) process.exitCode = 1;
}

/** Runs inputs in a thread that can be ended when one of them hangs. Returns the number of the next input. */
async function runPortion(
  target: string,
  seed: string,
  from: number,
  to: number,
  kinds: Map<string, number>,
  folder: string,
): Promise<number> {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  progress[0] = from;
  const known = [...kinds.keys()];
  const worker = new Worker(process.argv[1]!, {
    workerData: { target, seed, from, to, progress, known } satisfies Portion,
  });
  const store = async (failure: FoundFailure): Promise<void> => {
    const file = path.join(folder, `${target}-${seed}-${failure.index}.json`);
    await writeFile(file, `${JSON.stringify(failure, null, 2)}\n`);
    console.log(`${failure.kind}\n  ${file}`);
  };
  return new Promise<number>((resolve, reject) => {
    let last = from;
    let since = performance.now();
    let sinceOfProcessor = process.cpuUsage();
    const watch = setInterval(() => {
      const current = progress[0]!;
      // While it shrinks an input, it is expected to take its time.
      if (current !== last || progress[1] === 1) {
        last = current;
        since = performance.now();
        sinceOfProcessor = process.cpuUsage();
      }
      const { user, system } = process.cpuUsage(sinceOfProcessor);
      const isPatient = (user + system) / 1000 < patience.processor && performance.now() - since < patience.clock;
      if (isPatient || current === to) return;
      clearInterval(watch);
      const kind = `${target}: hangs`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const input = inputOf(fuzzTargets.find(({ name }) => name === target)!, seed, current, readSeeds());
      void store({ kind, target, index: current, why: 'hangs', input })
        .then(() => worker.terminate())
        .then(() => resolve(current + 1), reject);
    }, 1000);
    worker.on('message', (message: FoundFailure | string) => {
      const kind = typeof message === 'string' ? message : message.kind;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (typeof message !== 'string') void store(message);
    });
    worker.on('error', (error) => {
      clearInterval(watch);
      reject(error);
    });
    worker.on('exit', (code) => {
      clearInterval(watch);
      if (code === 0) resolve(to);
    });
  });
}

async function work({ target: name, seed, from, to, progress, known }: Portion): Promise<void> {
  const seeds = readSeeds();
  const target = fuzzTargets.find((it) => it.name === name)!;
  const seen = new Set(known);
  for (let index = from; index < to; index++) {
    progress[0] = index;
    const input = inputOf(target, seed, index, seeds);
    const failure = await failureOf(target, input);
    if (!failure) continue;
    const kind = `${name}: ${kindOfFailure(failure)}`;
    if (seen.has(kind)) {
      parentPort!.postMessage(kind);
      continue;
    }
    seen.add(kind);
    progress[1] = 1;
    const small = await shrinkInput(input, async (candidate) => {
      const again = await failureOf(target, candidate);
      return again !== undefined && kindOfFailure(again) === kindOfFailure(failure);
    });
    progress[1] = 0;
    const last = (await failureOf(target, small)) ?? failure;
    const why = `${last.message}\n${last.cause instanceof Error ? last.cause.stack : last.stack}`;
    parentPort!.postMessage({ kind, target: name, index, why, input: small } satisfies FoundFailure);
  }
  progress[0] = to;
}
