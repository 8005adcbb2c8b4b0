import { setV8Flag } from './v8-flags.ts';

/*
 * Memory of a large check: findings are packed into bytes until they are printed, piece by piece; of the disk, only
 * answers that no list of a folder gives are kept; what there is of every skill is made with all properties named,
 * because V8 gives each of thousands of objects that spread others a shape of its own, which takes half a kilobyte;
 * and from two thousand files on, V8 collects garbage earlier (`heap-growth`).
 */

/**
 * Makes the heap grow in smaller steps from now on. V8 lets it grow to several times what is in use before it collects
 * garbage, which is faster, but takes a gigabyte where a quarter is needed.
 */
export function growHeapSlowly(): void {
  setV8Flag('--heap-growing-percent=20');
}

/** Leaves it to V8 again: compiled code is only used with the settings that it was kept with. */
export function growHeapAsUsual(): void {
  setV8Flag('--heap-growing-percent=0');
}
