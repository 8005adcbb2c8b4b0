/** The source of a fact: a public document. */
export interface Source {
  readonly title: string;
  readonly url: string;
}
