import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { quietRounds } from './short-turns.ts';

/** Where a failure is reported: the editor's log. */
export interface FailureLog {
  error(message: string): void;
}

/** In one round of the event loop a message is read, in the next it is handled. */
const roundsOfReading = 2;

/** The library sends an answer in the rounds after the one in which it is given. */
export const roundsOfSending = 2;

/**
 * Answers a request so that a failure affects only this request: an exception is logged and answered with
 * `fallback`, a cancelled request is answered as such.
 *
 * @param name the name of the request, for the log
 */
export async function safely<T>(
  name: string,
  fallback: T,
  log: FailureLog,
  token: CancellationToken,
  compute: () => T | Promise<T>,
): Promise<T | ResponseError<never>> {
  // A cancellation that arrives together with the request is processed first.
  await quietRounds(roundsOfReading);
  if (token.isCancellationRequested) return cancelled(name);
  try {
    const result = await compute();
    void quietRounds(roundsOfSending);
    return token.isCancellationRequested ? cancelled(name) : result;
  } catch (error) {
    logFailure(name, error, log);
    return fallback;
  }
}

/** Runs something without a response, such as the handler of a notification; an exception is logged. */
export async function safelyInBackground(
  name: string,
  log: FailureLog,
  run: () => void | Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    logFailure(name, error, log);
  }
}

/** Logs a failure with its stack. */
export function logFailure(name: string, error: unknown, log: FailureLog): void {
  log.error(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function cancelled(name: string): ResponseError<never> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, `${name} was cancelled`);
}
