import { isInside, relativeTo } from '../../../platform/paths.ts';
import type { Severity } from '../../../rules/rule.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import { type CheckReport, type ReportedFinding, shownFindings } from './check-report.ts';

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/**
 * The report as commands for the log of a GitHub workflow, which shows each of them in the changed file.
 *
 * @param folders files are named relative to the first of them that they are in
 */
export function* githubReport(report: CheckReport, folders: readonly (string | undefined)[]): Generator<string> {
  for (const reported of report.files) {
    const { path } = reported;
    const findings = shownFindings(reported, report);
    const folder = folders.find((it) => isInside(path, it));
    const file = folder === undefined ? path : relativeTo(path, folder);
    if (findings.length > 0) yield findings.map((finding) => command(finding, file)).join('');
  }
}

function command({ severity, rule, message, range: { start, end } }: ReportedFinding, file: string): string {
  const properties = {
    file,
    line: start.line + 1,
    endLine: end.line + 1,
    // GitHub ignores columns of a range over several lines.
    ...(start.line === end.line && { col: start.character + 1, endColumn: end.character + 1 }),
    title: rule,
  };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${commands[severity]} ${written.join(',')}::${escapeData(message)}\n`;
}

/** Line endings keep their meaning; other control characters would reach the terminal of a reader of the log. */
function escapeData(text: string): string {
  return escapeControlCharacters(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
