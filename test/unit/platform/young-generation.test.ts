import { expect, test } from 'vitest';
import { type NewSpace, YoungGeneration } from '../../../server/src/platform/node/young-generation.ts';

/** A space of V8 that doubles, up to 32, with each `collect`, unless it is kept from that. */
function space() {
  let size = 8;
  let growth = 2;
  const it: NewSpace = { size: () => size, setGrowth: (factor) => (growth = factor) };
  return { it, collect: () => (size = Math.min(32, size * growth)) };
}

test('the room for new objects does not grow while it is held, and as usual when it is released', () => {
  const { it, collect } = space();
  const young = new YoungGeneration(it);
  expect([collect(), collect()]).toEqual([8, 8]);
  young.release();
  young.growOnce();
  expect([collect(), collect()]).toEqual([16, 32]);
});

test('the room for new objects grows once, however long that takes', () => {
  const { it, collect } = space();
  const young = new YoungGeneration(it);
  for (let file = 0; file < 3; file++) young.growOnce();
  collect();
  for (let file = 0; file < 3; file++) young.growOnce();
  expect([collect(), collect()]).toEqual([16, 16]);
});
