/** A test that runs inside the extension host, where the `vscode` module is the real one. */
export interface InHostTest {
  /** The expected behaviour, as a sentence. */
  readonly name: string;
  /** Throws if it does not. */
  check(): Promise<void>;
}
