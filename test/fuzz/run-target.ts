import { Random } from '../mutation/random.ts';
import type { FuzzInput, FuzzTarget } from './fuzz-input.ts';
import type { Seeds } from './inputs/seeds.ts';

/** The input with a number. It depends on nothing else, so that each can be repeated alone. */
export function inputOf(target: FuzzTarget, seed: string, index: number, seeds: Seeds): FuzzInput {
  return target.make(new Random(`${seed} ${target.name} ${index}`), seeds);
}

/** Why a target fails with an input; undefined if it does not. */
export async function failureOf(target: FuzzTarget, input: FuzzInput): Promise<Error | undefined> {
  try {
    await target.check(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** What failures have in common that have the same cause, as far as one can tell from outside. */
export function kindOfFailure(error: Error): string {
  const cause = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  return cause
    .split('\n')[0]!
    .replace(/\d+/g, '#')
    .replace(/ (in|changes) ".*$/, '')
    .slice(0, 100);
}
