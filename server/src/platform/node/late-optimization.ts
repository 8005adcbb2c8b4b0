import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 optimize a function only after sixteen times as much work in it as usual. A check runs many functions, most of
 * them for a moment: optimizing them takes a fifth of the processor time of a check of a thousand skills, and hardly pays.
 * In a check of ten thousand, what counts is still optimized early enough.
 *
 * @returns whether this Node can do it: others would write to standard error that they do not know the flag
 */
export function optimizeLate(nodeVersion = process.versions.node): boolean {
  if (!nodeVersion.startsWith('20.')) return false;
  setFlagsFromString('--interrupt-budget=1081344');
  return true;
}
