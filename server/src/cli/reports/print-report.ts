import { escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor } from '../terminal/terminal.ts';
import type { CheckReport } from './checks/check-report.ts';
import { jsonReport } from './checks/json-report.ts';
import { textReport } from './checks/text-report.ts';
import { durationText } from './duration-text.ts';

/** Characters that are written at once. */
const pieceLength = 65_536;

/** Which bytes of standard output say how long the run took, and whether for a program. */
export interface PrintedDuration {
  readonly start: number;
  readonly end: number;
  readonly isNumber: boolean;
}

/**
 * Prints a report on standard output. If that contains something for a program, a fixed text or a diff, a
 * text report goes to standard error.
 *
 * @param folder files in or below it are named relative to it in texts for users
 * @param printed called with every piece of the report
 * @returns where the report says how long the run took; undefined if it does not
 */
export function printReport(
  report: CheckReport,
  format: 'text' | 'json',
  folder: string,
  printed: (piece: string) => void,
): PrintedDuration | undefined {
  const { files, fixes, fixedText } = report;
  const isJson = format === 'json';
  if (!isJson) {
    if (fixedText !== undefined) printFixedText(fixedText);
    else if (fixes === 'shown') process.stdout.write(files.map(({ diff }) => diff).join(''));
  }
  const stream = !isJson && (fixedText !== undefined || fixes === 'shown') ? process.stderr : process.stdout;
  const pieces = isJson ? jsonReport(report) : textReport(report, { colours: coloursFor(stream), folder });
  let pending = '';
  let bytes = 0;
  let last = '';
  const flush = (): void => {
    stream.write(pending);
    printed(pending);
    bytes += Buffer.byteLength(pending);
    pending = '';
  };
  for (const piece of pieces) {
    last = piece;
    pending += piece;
    if (pending.length > pieceLength) flush();
  }
  flush();
  // The last piece holds the counts.
  const prefix = isJson ? '"ms": ' : ', ';
  const duration = durationText(report.summary.ms, isJson);
  const at = last.lastIndexOf(prefix + duration);
  if (at < 0) return undefined;
  const start = bytes - Buffer.byteLength(last.slice(at + prefix.length));
  return { start, end: start + Buffer.byteLength(duration), isNumber: isJson };
}

/** The text, unchanged for a file or a program, with control characters escaped for a terminal. */
function printFixedText(text: Buffer | string): void {
  process.stdout.write(process.stdout.isTTY ? escapeLines(text.toString()) : text);
}
