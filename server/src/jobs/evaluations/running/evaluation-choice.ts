/** How often evaluations run, in which arms, and with what. */
export interface EvaluationChoice {
  /** How often each case runs; undefined for what the cases say. */
  readonly runs?: number | undefined;
  /** `with` leaves out what runs without the plugin or skill. */
  readonly arms: 'both' | 'with';
  /** Tools that sessions may use besides those that a case gets anyway, as `--allow-tools` takes them. */
  readonly allowedTools: readonly string[];
  /** Takes the place of the models that cases name. */
  readonly model?: string | undefined;
  /** Whether the scaffold scripts of cases run. */
  readonly scaffold?: boolean;
}

/** The choice in the editor: everything, or once and only with the plugin or skill. */
export function editorChoice(once: boolean, allowedTools: readonly string[]): EvaluationChoice {
  return { arms: once ? 'with' : 'both', allowedTools, ...(once && { runs: 1 }) };
}

/** How often a case runs in one arm. */
export function runsOfCase({ runs }: EvaluationChoice, ofCase: { readonly runs: number }): number {
  return runs ?? ofCase.runs;
}
