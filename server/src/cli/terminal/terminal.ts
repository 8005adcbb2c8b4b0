import picocolors from 'picocolors';
import { exitCode } from '../exit-code.ts';
import { escapeControlCharacters, escapeInJson } from './escape-control-characters.ts';

/** Colours for a stream; without colours, functions that change nothing. */
export type Colours = ReturnType<typeof picocolors.createColors>;

/** Changes nothing: for a program. */
export const noColours: Colours = picocolors.createColors(false);

/**
 * Colours on a terminal, elsewhere only on request. `NO_COLOR` and `FORCE_COLOR` decide before the terminal does, an
 * empty value of either has no effect.
 */
export function coloursFor(stream: NodeJS.WriteStream): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return picocolors.createColors(false);
  if (FORCE_COLOR) return picocolors.createColors(FORCE_COLOR !== '0' && FORCE_COLOR !== 'false');
  return picocolors.createColors(stream.isTTY === true && TERM !== 'dumb');
}

/** Writes what a command found, for programs, on standard output. */
export function printJson(report: object): void {
  process.stdout.write(`${escapeInJson(JSON.stringify(report, null, 2))}\n`);
}

/** Writes one line about the run itself on standard error, whatever `message` holds. */
export function printLine(message: string): void {
  process.stderr.write(lineText(message));
}

/** Writes a message with the line breaks that it has, each line escaped and indented below the first. */
export function printBlock(message: string): void {
  const lines = message.split(/\r?\n/).map(escapeControlCharacters);
  process.stderr.write(`skillwright: ${lines.join('\n  ')}\n`);
}

/** The same line, to be written later. */
export function lineText(message: string): string {
  return `skillwright: ${escapeControlCharacters(message)}\n`;
}

/**
 * Lets a reader stop early, as in `skillwright check | head`: unread output is dropped, and the exit code is
 * still that of the whole run.
 */
export function tolerateClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) printLine(`The output cannot be written (${error.code ?? error.message})`);
      process.exitCode = exitCode.trouble;
      process.exit();
    });
  }
}
