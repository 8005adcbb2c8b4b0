import { escapeInJson } from '../terminal/escape-control-characters.ts';
import type { CheckReport, ReportedFinding, Summary } from './check-report.ts';
import type { CheckStatistics } from './check-statistics.ts';

/** The report of `check --format json`. Keys may be added, never changed. */
interface JsonReport {
  readonly findings: readonly ReportedFinding[];
  readonly summary: Summary;
  /** With `--fix`: the files that were changed. */
  readonly fixedFiles?: readonly string[];
  /** With `--fix-dry-run`: what `--fix` would change, as one unified diff. */
  readonly diff?: string;
  /** With `--stdin --fix`: the text after its safe fixes. */
  readonly fixedText?: string;
  /** With `--stats`. */
  readonly stats?: CheckStatistics;
}

/** The report as JSON with a final line ending. */
export function jsonReport({ files, summary, fixes, fixedText, stats }: CheckReport): string {
  const json: JsonReport = {
    findings: files.flatMap(({ findings }) => findings),
    summary,
    ...(fixes === 'written' && { fixedFiles: files.filter(({ fixed }) => fixed).map(({ path }) => path) }),
    ...(fixes === 'shown' && { diff: files.map(({ diff }) => diff).join('') }),
    ...(fixedText !== undefined && { fixedText: fixedText.toString() }),
    ...(stats && { stats }),
  };
  return `${escapeInJson(JSON.stringify(json, undefined, 2))}\n`;
}
