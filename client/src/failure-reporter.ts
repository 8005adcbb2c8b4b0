import { type LogOutputChannel, window } from 'vscode';
import { dialogText } from './text/displayed-text.ts';
import { withAdvice } from './text/failure-advice.ts';

/** Tells the user what could not be done, and the log. */
export class FailureReporter {
  readonly #output: LogOutputChannel;
  readonly #reload: () => Promise<void>;

  /** @param reload reads again what the Skills view shows, because some of what failed may be done */
  constructor(output: LogOutputChannel, reload: () => Promise<void>) {
    this.#output = output;
    this.#reload = reload;
  }

  /**
   * Does something that the user asked for. Shows an error message if it fails, which begins with `failure`, such as
   * "Could not move the skill".
   */
  async guard(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.log(failure, reason);
      void window.showErrorMessage(dialogText(`${failure}: ${withAdvice(reason)}`));
      void this.#reload().catch(() => undefined);
    }
  }

  /** Only for the log: the user sees it in another way, or has asked for nothing. */
  log(failure: string, reason: string): void {
    this.#output.error(failure, reason);
  }

  /** Only for the log: what was tried and is not possible, where something else is. */
  note(text: string): void {
    this.#output.info(text);
  }
}
