import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsInside, pathInside } from '../../../server/src/platform/paths.ts';

test('a path inside a folder is the one of its parts', () => {
  const path = fc.array(fc.constantFrom('/', '.', '..', 'a', 'a.b', '.git', '...')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(path, (path) => {
      expect(pathInside(path)).toBe(partsInside(path)?.join('/'));
    }),
  );
});
