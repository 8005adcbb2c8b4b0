/**
 * pass@k: how likely at least one of `tries` runs passes, estimated without bias from all runs of a case.
 *
 * Source: Chen et al., "Evaluating Large Language Models Trained on Code" (2021), arXiv:2107.03374, section 2.1.
 *
 * @param tries at most `runs`
 */
export function passAtLeastOnce(passed: number, runs: number, tries: number): number {
  return 1 - shareOfDraws(runs - passed, runs, tries);
}

/**
 * pass^k: how likely all of `tries` runs pass, estimated without bias from all runs of a case.
 *
 * Source: Yao et al., "τ-bench" (2024), arXiv:2406.12045, section 3.
 *
 * @param tries at most `runs`
 */
export function passEveryTime(passed: number, runs: number, tries: number): number {
  return shareOfDraws(passed, runs, tries);
}

/** Of all ways to draw some runs, the share that has only runs of one kind: C(kind, tries) / C(runs, tries). */
function shareOfDraws(kind: number, runs: number, tries: number): number {
  let share = 1;
  for (let drawn = 0; drawn < tries; drawn++) share *= Math.max(0, kind - drawn) / (runs - drawn);
  return share;
}
