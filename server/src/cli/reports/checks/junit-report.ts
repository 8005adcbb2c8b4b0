import { xmlAttributes, xmlText } from '../../../features/text/xml-text.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import { displayPath } from '../path-from-folder.ts';
import { type CheckReport, type FileReport, type ReportedFinding, shownFindings } from './check-report.ts';

/**
 * The report as JUnit XML: a suite per file, and in it a failed test per finding, or one that passed.
 *
 * @param folder files in or below it are named relative to it
 */
export function* junitReport(report: CheckReport, folder: string): Generator<string> {
  const { files, summary } = report;
  const counts = files.map((file) => shownFindings(file, report).length);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${attributes({
    name: 'skillwright',
    tests: counts.reduce((sum, count) => sum + Math.max(1, count), 0),
    failures: counts.reduce((sum, count) => sum + count, 0),
    errors: 0,
    time: seconds(summary.ms),
  })}>\n`;
  for (const file of files) yield suite(file, shownFindings(file, report), displayPath(file.path, folder));
  yield '</testsuites>\n';
}

function suite({ ms }: FileReport, findings: readonly ReportedFinding[], name: string): string {
  const count = findings.length;
  const counts = { tests: Math.max(1, count), failures: count, errors: 0, skipped: 0 };
  const tests =
    count === 0
      ? `    <testcase${attributes({ name: 'check', classname: name, file: name })}/>\n`
      : findings.map((finding) => failedTest(finding, name)).join('');
  return `  <testsuite${attributes({ name, ...counts, time: seconds(ms) })}>\n${tests}  </testsuite>\n`;
}

function failedTest({ rule, severity, message, range: { start }, docs }: ReportedFinding, file: string): string {
  const line = start.line + 1;
  const place = `${line}:${start.character + 1}`;
  const text = xmlText(visibleLines(`${file}:${place}: ${severity}: ${message} (${rule})\n${docs}`));
  return (
    `    <testcase${attributes({ name: `${rule} ${place}`, classname: file, file, line })}>\n` +
    `      <failure${attributes({ message, type: severity })}>${text}</failure>\n` +
    '    </testcase>\n'
  );
}

/** On lines of their own, without what a terminal interprets. */
function visibleLines(text: string): string {
  return text.split('\n').map(escapeControlCharacters).join('\n');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  const visible = Object.entries(values).map(([name, value]) => [name, visibleLines(String(value))]);
  return xmlAttributes(Object.fromEntries(visible));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
