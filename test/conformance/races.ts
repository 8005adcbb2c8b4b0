import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import type { CommandOutcome } from '../../server/src/runtime/render/rendering.ts';

/** Recordings of commands that take about the same time: which one ended first was chance, and the text shows it. */
export const races: Readonly<Record<RuntimeId, ReadonlySet<string>>> = {
  'claude-code': new Set([
    'own-nested-inline',
    'own-nested-inner-same-after',
    'own-nested-inner-same-elsewhere',
    'own-nested-inner-two',
    'own-render-output-pattern',
  ]),
  'claude-code@2.1.7': new Set([
    'own-nested-at-opening',
    'own-nested-disabled',
    'own-nested-disabled-crossing',
    'own-nested-equal-1',
    'own-nested-escaped-0',
    'own-nested-inline',
    'own-nested-inline-first',
    'own-nested-inline-late',
    'own-nested-inner-same-after',
    'own-nested-inner-same-elsewhere',
    'own-nested-inner-two',
  ]),
};

/** The outcomes of commands as if these had ended in every order. */
export function inEveryOrder(outcomes: readonly CommandOutcome[]): CommandOutcome[][] {
  return ordersOf(outcomes.length).map((order) => outcomes.map((it, index) => ({ ...it, ms: order[index]! })));
}

/** Every order of so many things: each has a number from 0 on. */
function ordersOf(length: number): number[][] {
  if (length === 0) return [[]];
  return ordersOf(length - 1).flatMap((order) =>
    Array.from({ length }, (_, at) => [...order.slice(0, at), length - 1, ...order.slice(at)]),
  );
}
