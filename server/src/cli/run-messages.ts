import { lineText } from './terminal/terminal.ts';

/**
 * The messages of a run on standard error, apart from its report. Kept until the end, because a progress bar may be
 * shown there.
 */
export class RunMessages {
  readonly #notes: string[] = [];
  readonly #troubles: string[] = [];
  readonly #crashes = new Map<string, { first: string; others: number }>();

  /** A note that does not affect the outcome. */
  note(message: string): void {
    this.#notes.push(message);
  }

  /** Input that could not be read or written: the run goes on but must not count as a success. */
  trouble(message: string): void {
    this.#troubles.push(message);
  }

  /** A rule that threw; reported once per rule, as it may throw for thousands of files. */
  crash(rule: string, path: string, error: unknown): void {
    const known = this.#crashes.get(rule);
    if (known) known.others++;
    else this.#crashes.set(rule, { first: `Rule ${rule} crashed on ${path}: ${String(error)}`, others: 0 });
  }

  /** What could not be read or written. */
  get troubles(): readonly string[] {
    return this.#troubles;
  }

  /** Whether the report is incomplete. */
  get troubled(): boolean {
    return this.#troubles.length > 0 || this.#crashes.size > 0;
  }

  /** @param quiet whether notes are left out */
  text(quiet: boolean): string {
    const crashes = [...this.#crashes.values()].map(({ first, others }) =>
      others > 0 ? `${first} (and ${others} more)` : first,
    );
    return [...(quiet ? [] : this.#notes), ...this.#troubles, ...crashes].map(lineText).join('');
  }
}
