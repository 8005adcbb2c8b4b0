import { setFlagsFromString } from 'node:v8';

/** By major version of Node: V8 has counted differently since Node 22, and complains about flags that it does not know. */
const flags: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=1081344',
  22: '--invocation-count-for-turbofan=48000',
  24: '--invocation-count-for-turbofan=48000',
};

/**
 * Makes V8 optimize a function only after sixteen times as much work in it as usual. A check runs many functions, most of
 * them for a moment: optimizing them takes a third of the processor time of a check of a hundred skills, and hardly pays.
 * In a check of ten thousand, what counts is still optimized early enough.
 */
export function optimizeLate(): void {
  const flag = lateOptimizationFlag(process.versions.node);
  if (flag !== undefined) setFlagsFromString(flag);
}

/** The flag of V8 for a version of Node; undefined where none is known. */
export function lateOptimizationFlag(nodeVersion: string): string | undefined {
  return flags[nodeVersion.split('.')[0]!];
}
