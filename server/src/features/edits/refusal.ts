/** Why a request cannot be fulfilled, as a sentence for the user. */
export interface Refusal {
  readonly error: string;
}
