import { expect, test } from 'vitest';
import { GatheredChanges } from '../../../server/src/lsp/state/gathered-changes.ts';

test('changes that come while others wait are taken together, each path once', () => {
  const changes = new GatheredChanges();
  expect(changes.add(['/a', '/b'], true)).toBe(false);
  expect(changes.add(['/b', '/c'], true)).toBe(true);
  expect(changes.take()).toEqual({ paths: ['/a', '/b', '/c'], onlyTexts: true });
});

test('what comes after they were taken has to be taken again', () => {
  const changes = new GatheredChanges();
  changes.add(['/a'], false);
  expect(changes.take()).toEqual({ paths: ['/a'], onlyTexts: false });
  expect(changes.add(['/a'], true)).toBe(false);
  expect(changes.take()).toEqual({ paths: ['/a'], onlyTexts: true });
});

test('one file that was created or deleted is enough for all to count as such', () => {
  const changes = new GatheredChanges();
  changes.add(['/a'], true);
  changes.add(['/b'], false);
  changes.add(['/c'], true);
  expect(changes.take().onlyTexts).toBe(false);
});

test('nothing that changed is a change too: access was granted', () => {
  const changes = new GatheredChanges();
  expect(changes.add([], false)).toBe(false);
  expect(changes.add(['/a'], true)).toBe(true);
  expect(changes.take()).toEqual({ paths: ['/a'], onlyTexts: false });
});
