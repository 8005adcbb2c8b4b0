import { escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor } from '../terminal/terminal.ts';
import type { CheckReport } from './check-report.ts';
import { jsonReport } from './json-report.ts';
import { textReport } from './text-report.ts';

/**
 * Prints a report on standard output. If that contains something for a program, a fixed text or a diff, a
 * text report goes to standard error.
 *
 * @param folder files in or below it are named relative to it in texts for users
 */
export function printReport(report: CheckReport, format: 'text' | 'json', folder: string): void {
  if (format === 'json') {
    process.stdout.write(jsonReport(report));
    return;
  }
  const { files, fixes, fixedText } = report;
  if (fixedText !== undefined) printFixedText(fixedText);
  else if (fixes === 'shown') process.stdout.write(files.map(({ diff }) => diff).join(''));
  const stream = fixedText !== undefined || fixes === 'shown' ? process.stderr : process.stdout;
  stream.write(textReport(report, { colours: coloursFor(stream), folder }));
}

/** The text, unchanged for a file or a program, with control characters escaped for a terminal. */
function printFixedText(text: Buffer | string): void {
  process.stdout.write(process.stdout.isTTY ? escapeLines(text.toString()) : text);
}
