import { setV8Flag, v8Version } from './v8-flags.ts';

/** By major version of V8, of Node 20 and 22: they count differently, and complain about flags that they do not know. */
const flags: Readonly<Record<number, string>> = {
  11: '--interrupt-budget=1081344',
  12: '--invocation-count-for-turbofan=48000',
};

/**
 * Makes V8 optimize a function only after sixteen times as much work in it as usual. A check runs many functions, most of
 * them for a moment: optimizing them takes a third of the processor time of a check of a hundred skills, and hardly pays.
 * In a check of ten thousand, what counts is still optimized early enough.
 */
export function optimizeLate(): void {
  const flag = lateOptimizationFlag(v8Version);
  if (flag !== undefined) setV8Flag(flag);
}

/** The flag of a version of V8; undefined where none is known. */
export function lateOptimizationFlag(version: number): string | undefined {
  return flags[version];
}
