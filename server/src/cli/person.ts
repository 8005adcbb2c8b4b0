import { createInterface } from 'node:readline';
import { type Colours, coloursFor } from './terminal.ts';

/** Somebody who reads standard error and types. */
export interface Person {
  readonly colours: Colours;
  /** Shows a text, which must not steer the terminal. */
  show(text: string): void;
  /** The answers to questions, one line each; empty where there are no more. */
  answers<Result>(read: (ask: (question: string) => Promise<string>) => Promise<Result>): Promise<Result>;
}

/** Whoever is at the terminal; undefined where what is read or shown is a file or a pipe. */
export function personAtTerminal(): Person | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return {
    colours: coloursFor(process.stderr),
    show: (text) => void process.stderr.write(text),
    async answers(read) {
      // Without the editing of lines, so that Ctrl+C stays a signal and Ctrl+D ends the input.
      const lines = createInterface({ input: process.stdin, terminal: false });
      const iterator = lines[Symbol.asyncIterator]();
      try {
        return await read(async (question) => {
          process.stderr.write(question);
          const { value, done } = await iterator.next();
          return done ? '' : String(value);
        });
      } finally {
        lines.close();
        // Nobody reads on, so nothing keeps the process.
        process.stdin.pause();
        process.stdin.unref();
      }
    },
  };
}
