import type { RuleId } from '../rules/rule-id.ts';
import { lineText } from './terminal/terminal.ts';

/** Messages as plain data, to go from thread to thread. */
export interface CollectedMessages {
  readonly notes: readonly string[];
  readonly troubles: readonly string[];
  readonly crashes: readonly (readonly [rule: RuleId, crash: RuleCrashes])[];
}

/** How often a rule threw. */
interface RuleCrashes {
  /** The message about the first time. */
  readonly first: string;
  readonly others: number;
}

/**
 * The messages of a run on standard error, apart from its report. Kept until the end, because a progress bar may be
 * shown there.
 */
export class RunMessages {
  /** Each once: what is said of a configuration is said in every thread. */
  readonly #notes = new Set<string>();
  readonly #troubles: string[] = [];
  readonly #crashes = new Map<RuleId, RuleCrashes>();

  /** A note that does not affect the outcome. */
  note(message: string): void {
    this.#notes.add(message);
  }

  /** Input that could not be read or written: the run goes on but must not count as a success. */
  trouble(message: string): void {
    this.#troubles.push(message);
  }

  /** A rule that threw; reported once per rule, as it may throw for thousands of files. */
  crash(rule: RuleId, path: string, error: unknown): void {
    this.#addCrashes(rule, { first: `Rule ${rule} crashed on ${path}: ${String(error)}`, others: 0 });
  }

  /** Takes out what was told until now. */
  take(): CollectedMessages {
    const told = { notes: [...this.#notes], troubles: [...this.#troubles], crashes: [...this.#crashes] };
    this.#notes.clear();
    this.#troubles.length = 0;
    this.#crashes.clear();
    return told;
  }

  /** Adds what was told elsewhere. */
  add({ notes, troubles, crashes }: CollectedMessages): void {
    for (const note of notes) this.note(note);
    for (const trouble of troubles) this.trouble(trouble);
    for (const [rule, crash] of crashes) this.#addCrashes(rule, crash);
  }

  /** Files that could not be read or written. */
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

  #addCrashes(rule: RuleId, crash: RuleCrashes): void {
    const known = this.#crashes.get(rule);
    this.#crashes.set(rule, known ? { ...known, others: known.others + 1 + crash.others } : crash);
  }
}
