import { DeclarationCoverage, FileCoverage, Range, StatementCoverage, TestCoverageCount, Uri } from 'vscode';
import type { CoveredFile } from '../../../server/src/protocol.ts';

/** How often the lines of a file were used, for VS Code's coverage. */
export class UsedFile extends FileCoverage {
  readonly #ranges: CoveredFile['ranges'];
  readonly #started: number;
  readonly #denied: number;

  constructor({ uri, lines, ranges, started = 0, denied = 0 }: CoveredFile) {
    const used = ranges.filter(({ count }) => count > 0);
    const covered = used.reduce((sum, { start, end }) => sum + end - start + 1, 0);
    const total = Number(started > 0) + Number(denied > 0);
    const calls = total > 0 ? new TestCoverageCount(Number(started > 0), total) : undefined;
    super(Uri.parse(uri), new TestCoverageCount(covered, lines), undefined, calls);
    this.#ranges = ranges;
    this.#started = started;
    this.#denied = denied;
  }

  /**
   * One statement for each line: that is how VS Code marks lines. A script that was started is a declaration, and so is what was
   * denied, which did not happen.
   */
  details(): (StatementCoverage | DeclarationCoverage)[] {
    const lineAt = (line: number) => new Range(line, 0, line, Number.MAX_SAFE_INTEGER);
    const started = this.#started > 0 ? [new DeclarationCoverage('started', this.#started, lineAt(0))] : [];
    const lines = this.#ranges.flatMap(({ start, end, count }) =>
      Array.from({ length: end - start + 1 }, (_, index) => new StatementCoverage(count, lineAt(start + index))),
    );
    const denied = this.#denied > 0 ? [new DeclarationCoverage(`${this.#denied} × denied`, false, lineAt(0))] : [];
    return [...started, ...denied, ...lines];
  }
}
