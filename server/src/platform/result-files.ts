/** A file of a result; its path is relative to the folder of the result, with `/`. */
export type ResultFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly bytes: Uint8Array };

/**
 * Writes results next to evaluations, as Claude Code writes those of cases: only for sessions that the user agreed to, and
 * whose question says so. Nothing that exists is replaced, and nothing is written through a link.
 */
export interface ResultFiles {
  /**
   * Why not everything was written, worded for parentheses; undefined if it was. Never rejects.
   *
   * @param root a folder that exists; absolute, with `/`
   * @param folder relative to the root; it may not exist
   */
  write(root: string, folder: string, files: readonly ResultFile[]): Promise<string | undefined>;
}
