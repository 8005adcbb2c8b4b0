/** The program, as its entry has started it. */
export interface StartedProgram {
  /** Its file, with which threads start, too. */
  readonly entry: URL;
  /** Where a run of `check` is remembered; undefined if none can be. */
  readonly cacheFile: string | undefined;
  /** Keeps no compiled code of this run: other threads do the work, so it would be that of half of the functions. */
  readonly stopKeepingCode: () => void;
}
