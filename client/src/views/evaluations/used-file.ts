import { FileCoverage, Range, StatementCoverage, TestCoverageCount, Uri } from 'vscode';
import type { CoveredFile } from '../../../../server/src/protocol.ts';

/** How often the lines of a file were used, for VS Code's coverage. */
export class UsedFile extends FileCoverage {
  readonly #ranges: CoveredFile['ranges'];

  constructor({ uri, lines, ranges }: CoveredFile) {
    const used = ranges.filter(({ count }) => count > 0);
    const covered = used.reduce((sum, { start, end }) => sum + end - start + 1, 0);
    super(Uri.parse(uri), new TestCoverageCount(covered, lines));
    this.#ranges = ranges;
  }

  /** One statement for each line: that is how VS Code marks lines. */
  details(): StatementCoverage[] {
    return this.#ranges.flatMap(({ start, end, count }) =>
      Array.from({ length: end - start + 1 }, (_, index) => {
        const line = start + index;
        return new StatementCoverage(count, new Range(line, 0, line, Number.MAX_SAFE_INTEGER));
      }),
    );
  }
}
