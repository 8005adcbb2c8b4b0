/**
 * Whether everything is tested (`EVERY_TEST=1`), as it is every night. For each change, the same kinds of test have a part of their
 * cases: those that found most in the time that they take.
 */
export const isEveryTest = process.env.EVERY_TEST === '1';

/** Every so many of the cases, or all of them if everything is tested. */
export function oneIn<Case>(step: number, cases: Iterable<Case>): Case[] {
  return [...cases].filter((_, index) => isEveryTest || index % step === 0);
}

/** How often a property is tried: all of these times if everything is tested, and else a quarter. */
export function runs(all: number): number {
  return isEveryTest ? all : Math.ceil(all / 4);
}
