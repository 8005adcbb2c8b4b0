import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with the files that take longest, so that all processes end at about the same time.
 *
 * @param names the names of these files, the longest first
 */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  const placeOf = ({ moduleId }: TestSpecification) => {
    const index = names.indexOf(path.basename(moduleId));
    return index === -1 ? names.length : index;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.moduleId < b.moduleId ? -1 : 1));
    }
  };
}
