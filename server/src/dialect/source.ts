/** Where a fact can be read up: a public document. */
export interface Source {
  readonly title: string;
  readonly url: string;
}
