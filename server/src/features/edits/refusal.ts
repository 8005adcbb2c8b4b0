/** Why something that was asked for cannot be done, in a sentence for the person who asked. */
export interface Refusal {
  readonly error: string;
}
