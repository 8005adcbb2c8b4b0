import { escapeInJson } from '../../terminal/escape-control-characters.ts';
import { type CheckReport, type ReportedFinding, type Summary, shownFindings } from './check-report.ts';
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

/** The report as JSON with a final line ending, in pieces: that of many files would fill the memory. */
export function* jsonReport(report: CheckReport): Generator<string> {
  const { files, summary, fixes, fixedText, stats } = report;
  let separator = '';
  yield '{\n  "findings": [';
  for (const file of files) {
    let text = '';
    for (const finding of shownFindings(file, report)) {
      text += `${separator}\n${indented(finding, '    ')}`;
      separator = ',';
    }
    if (text) yield escapeInJson(text);
  }
  yield separator ? '\n  ]' : ']';
  const rest: Omit<JsonReport, 'findings'> = {
    summary,
    ...(fixes === 'written' && { fixedFiles: files.filter(({ fixed }) => fixed).map(({ path }) => path) }),
    ...(fixes === 'shown' && { diff: files.map(({ diff }) => diff).join('') }),
    ...(fixedText !== undefined && { fixedText: fixedText.toString() }),
    ...(stats && { stats }),
  };
  // Without its opening brace.
  yield escapeInJson(`,${JSON.stringify(rest, undefined, 2).slice(1)}\n`);
}

/** A value as JSON with two spaces per level, at some level. */
function indented(value: unknown, indentation: string): string {
  return `${indentation}${JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indentation}`)}`;
}
