import { DeclarationCoverage, FileCoverage, Range, StatementCoverage, TestCoverageCount, Uri } from 'vscode';
import type { CoveredFile } from '../../../../server/src/protocol.ts';

/** How often the lines of a file were used, for VS Code's coverage. */
export class UsedFile extends FileCoverage {
  readonly #ranges: CoveredFile['ranges'];
  readonly #started: number;

  constructor({ uri, lines, ranges, started = 0 }: CoveredFile) {
    const used = ranges.filter(({ count }) => count > 0);
    const covered = used.reduce((sum, { start, end }) => sum + end - start + 1, 0);
    const scripts = started > 0 ? new TestCoverageCount(1, 1) : undefined;
    super(Uri.parse(uri), new TestCoverageCount(covered, lines), undefined, scripts);
    this.#ranges = ranges;
    this.#started = started;
  }

  /** One statement for each line: that is how VS Code marks lines. A script that was started is a declaration. */
  details(): (StatementCoverage | DeclarationCoverage)[] {
    const lineAt = (line: number) => new Range(line, 0, line, Number.MAX_SAFE_INTEGER);
    const started = this.#started > 0 ? [new DeclarationCoverage('started', this.#started, lineAt(0))] : [];
    const lines = this.#ranges.flatMap(({ start, end, count }) =>
      Array.from({ length: end - start + 1 }, (_, index) => new StatementCoverage(count, lineAt(start + index))),
    );
    return [...started, ...lines];
  }
}
