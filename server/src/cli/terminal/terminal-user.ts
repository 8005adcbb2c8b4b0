import { createInterface } from 'node:readline';
import { type Colours, coloursFor } from './terminal.ts';

/** A user who reads standard error and types. */
export interface TerminalUser {
  readonly colours: Colours;
  /** Shows a text, which must not contain control characters. */
  show(text: string): void;
  /** The answers to questions, one line each; empty if there are no more. */
  answers<Result>(read: (ask: (question: string) => Promise<string>) => Promise<Result>): Promise<Result>;
}

/** The user at the terminal; undefined if standard input or standard error is a file or a pipe. */
export function userAtTerminal(): TerminalUser | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return {
    colours: coloursFor(process.stderr),
    show: (text) => void process.stderr.write(text),
    async answers(read) {
      // Without line editing, so that Ctrl+C stays a signal and Ctrl+D ends the input.
      const lines = createInterface({ input: process.stdin, terminal: false });
      // After an earlier question, nothing would wait for this answer.
      process.stdin.ref();
      const iterator = lines[Symbol.asyncIterator]();
      try {
        return await read(async (question) => {
          process.stderr.write(question);
          const { value, done } = await iterator.next();
          // Ctrl+D leaves the cursor after the question.
          if (done) process.stderr.write('\n');
          return done ? '' : String(value);
        });
      } finally {
        lines.close();
        // No one reads on, so nothing keeps the process alive.
        process.stdin.pause();
        process.stdin.unref();
      }
    },
  };
}
