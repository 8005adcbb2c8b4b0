import { setFlagsFromString } from 'node:v8';

/** From V8 13 on, which is in Node 24, one start of a hundred crashes after a flag was set, before it answers anything. */
const lastSafeVersion = 12;

/** The major version of V8: Electron has a newer one than the Node whose version it tells. */
const v8Version = Number(process.versions.v8.split('.')[0]);

/** By major version of V8, of Node 20 and 22: they count differently, and complain about flags that they do not know. */
const lateOptimization: Readonly<Record<number, string>> = {
  11: '--interrupt-budget=1081344',
  12: '--invocation-count-for-turbofan=48000',
};

/**
 * Makes V8 compile a regular expression when it is first matched. It would interpret it that time, but what it does to make a large
 * one fast to interpret takes four times as long as compiling it: 3 ms each for those about wording.
 */
export function compileExpressionsDirectly(): void {
  setFlag('--no-regexp-tier-up');
}

/**
 * Makes V8 optimize a function only after sixteen times as much work in it as usual. A check runs many functions, most of
 * them for a moment: optimizing them takes a third of the processor time of a check of a hundred skills, and hardly pays.
 * In a check of ten thousand, what counts is still optimized early enough.
 */
export function optimizeLate(): void {
  const flag = lateOptimizationFlag();
  if (flag !== undefined) setFlag(flag);
}

/** The flag with which a version of V8 optimizes late; undefined where none is known. */
export function lateOptimizationFlag(version = v8Version): string | undefined {
  return lateOptimization[version];
}

/**
 * Makes the heap grow in smaller steps from now on. V8 lets it grow to several times what is in use before it collects
 * garbage, which is faster, but takes a gigabyte where a quarter is needed.
 */
export function growHeapSlowly(): void {
  setFlag('--heap-growing-percent=20');
}

/** Leaves it to V8 again: compiled code is only used with the settings that it was kept with. */
export function growHeapAsUsual(): void {
  setFlag('--heap-growing-percent=0');
}

function setFlag(flag: string): void {
  if (v8Version <= lastSafeVersion) setFlagsFromString(flag);
}
