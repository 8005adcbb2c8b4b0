/** A report of the runner while it works. */
type EvalProgress =
  /** A run has ended. */
  | {
      readonly kind: 'run';
      readonly name: string;
      readonly index: number;
      readonly of: number;
      /** Undefined if there is only one arm. */
      readonly arm: 'with' | 'without' | undefined;
      /** Why it ended early, also of a run that a mock aborted. */
      readonly error: string | undefined;
    }
  /** A case has ended. */
  | { readonly kind: 'case'; readonly name: string; readonly hasPassed: boolean }
  /** A case cannot be read. */
  | { readonly kind: 'rejected'; readonly folder: string; readonly message: string }
  /** The maximum cost was reached. */
  | { readonly kind: 'ceiling' };

/** Characters of a line that are read. */
const longestLine = 2_000;

const runLine =
  /^ {2}(\S.*) run (\d{1,4})\/(\d{1,4})(?: \[(with|without)\])?: score [\d.]+ {2}\$[\d.]+(?: {2}(?:error: )?(\S.*))?$/;
const caseLine = /^([✓✗]) (\S.*?) {2}(?:with|score) [\d.]+ /;
const rejectedLine = /^✗ ((?:[A-Za-z]:)?[\\/].*?): (.*)$/;
const ceilingLine = /^⚠ cost ceiling /;

/** Reads a line of standard error. Its wording is the runner's own, so what is not known is ignored. */
export function readEvalProgress(line: string): EvalProgress | undefined {
  const text = line.slice(0, longestLine);
  const run = runLine.exec(text);
  if (run) {
    const [, name, index, of, arm, error] = run;
    return { kind: 'run', name: name!, index: Number(index), of: Number(of), arm: arm as 'with' | undefined, error };
  }
  const ended = caseLine.exec(text);
  if (ended) return { kind: 'case', name: ended[2]!, hasPassed: ended[1] === '✓' };
  const rejected = rejectedLine.exec(text);
  if (rejected) return { kind: 'rejected', folder: rejected[1]!.replaceAll('\\', '/'), message: rejected[2]! };
  return ceilingLine.test(text) ? { kind: 'ceiling' } : undefined;
}

/** Lines about folders that are kept, and how to delete them: nobody wants to read one for each run. */
const keptLine = /^\s*(?:⚠ )?kept /;

/** Whether a line tells a person something. */
export function isTelling(line: string): boolean {
  return line.trim() !== '' && !keptLine.test(line);
}
