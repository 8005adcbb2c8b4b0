import { setFlagsFromString } from 'node:v8';

/**
 * Makes the heap grow in smaller steps from now on. V8 lets it grow to several times what is in use before it collects
 * garbage, which is faster, but takes a gigabyte where a quarter is needed.
 */
export function growHeapSlowly(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
