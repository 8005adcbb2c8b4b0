/**
 * Why something cannot be done, in words for the user. Everything that can say no returns this in place of its result: a value,
 * not an exception, so that the compiler has every caller look, and it passes through messages as it is. An entry point turns
 * it into what its user sees: an error of the protocol, of a command, or of the command line. Where callers decide by the reason, it is one of a closed set of
 * words instead, as in `NotEditable`.
 */
export interface Refusal {
  readonly problem: string;
  /** The setting of the editor that would help. */
  readonly setting?: string;
}
