import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 optimize a function only after sixteen times as much work in it as usual. A check runs many functions, most of
 * them for a moment: optimizing them takes a fifth of the processor time of a check of a thousand skills, and hardly pays.
 * In a check of ten thousand, what counts is still optimized early enough.
 */
export function optimizeLate(): void {
  setFlagsFromString('--interrupt-budget=1081344');
}
