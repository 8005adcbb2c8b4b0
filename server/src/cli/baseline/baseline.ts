import { relativePath, resolve } from '../../platform/paths.ts';
import { compare } from '../files/discover-files.ts';
import type { ReportedFinding } from '../reports/checks/check-report.ts';

/** Findings that are accepted: how often a finding of a rule occurs on a line of a file. */
export interface BaselineEntry {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  readonly rule: string;
  readonly fingerprint: string;
  readonly count: number;
}

/** The outcome of a run with a baseline. */
interface BaselineOutcome {
  /** How many findings were left out. */
  readonly known: number;
  /** Findings that no longer occur, with how often. */
  readonly fixed: readonly BaselineEntry[];
  /** The entries of a baseline with the findings of this run, in order. */
  readonly entries: readonly BaselineEntry[];
}

/**
 * The accepted findings of a repository. What a finding is known by does not depend on where in the file it is, so that
 * edits of other lines change nothing.
 */
export class Baseline {
  readonly #repository: string;
  readonly #acceptsAll: boolean;
  readonly #known = new Map<string, BaselineEntry>();
  readonly #found = new Map<string, BaselineEntry>();
  readonly #checked = new Set<string>();
  #left = 0;

  /** @param acceptsAll whether every finding is accepted, because the baseline is written */
  constructor(repository: string, entries: readonly BaselineEntry[], acceptsAll: boolean) {
    this.#repository = repository;
    this.#acceptsAll = acceptsAll;
    for (const entry of entries) add(this.#known, entry);
  }

  /** The findings of a file that are not accepted. */
  newFindings(path: string, findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
    const file = relativePath(this.#repository, path);
    this.#checked.add(file);
    return findings.filter(({ rule, fingerprint }) => {
      const count = add(this.#found, { file, rule, fingerprint: fingerprint!, count: 1 });
      const isKnown = this.#acceptsAll || count <= (this.#known.get(keyOf(file, rule, fingerprint!))?.count ?? 0);
      if (isKnown) this.#left++;
      return !isKnown;
    });
  }

  /**
   * @param isGone whether a file that was not checked would have been if it still had findings
   */
  async outcome(isGone: (path: string) => Promise<boolean>): Promise<BaselineOutcome> {
    const fixed: BaselineEntry[] = [];
    const entries = [...this.#found.values()];
    for (const [key, entry] of this.#known) {
      const { file, count } = entry;
      const rest = count - (this.#found.get(key)?.count ?? 0);
      const path = resolve(this.#repository, file);
      if (this.#checked.has(file) || path === undefined || (await isGone(path))) {
        if (rest > 0) fixed.push({ ...entry, count: rest });
      } else entries.push(entry);
    }
    return { known: this.#left, fixed: fixed.sort(inOrder), entries: entries.sort(inOrder) };
  }
}

function keyOf(file: string, rule: string, fingerprint: string): string {
  return JSON.stringify([file, rule, fingerprint]);
}

/** Adds to what is there, and returns how often it occurs now. */
function add(entries: Map<string, BaselineEntry>, entry: BaselineEntry): number {
  const key = keyOf(entry.file, entry.rule, entry.fingerprint);
  const count = (entries.get(key)?.count ?? 0) + entry.count;
  entries.set(key, { ...entry, count });
  return count;
}

function inOrder(a: BaselineEntry, b: BaselineEntry): number {
  return compare(a.file, b.file) || compare(a.rule, b.rule) || compare(a.fingerprint, b.fingerprint);
}
