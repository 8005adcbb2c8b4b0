import type { RulesForCall } from './allowing-rules.ts';
import type { RunParts } from './run-parts.ts';

/** Where the output of a run is read into, and in whose session. */
export interface RunContext {
  readonly parts: RunParts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Where the run takes place, for shorter paths. */
  readonly folder: string;
  /**
   * The rules that would permit a call; undefined if none would.
   *
   * @param current where relative paths begin; undefined if that is not known
   */
  readonly rulesFor: (tool: string, input: unknown, current: string | undefined) => RulesForCall | undefined;
}
