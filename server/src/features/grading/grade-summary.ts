import type { GradedGrader, Verdict } from './grade-case.ts';

/** A grader on the last runs in one line. */
export interface GradeSummary {
  readonly state: 'passed' | 'failed' | 'mixed' | 'unknown';
  readonly text: string;
}

/** Sums up what a grader says about the last runs of its case. */
export function gradeSummary({ verdicts, measuresNothing }: GradedGrader): GradeSummary {
  const runs = verdicts.filter(({ isWithPlugin }) => isWithPlugin);
  const known = runs.filter(({ passed }) => passed !== undefined);
  if (known.length === 0) return { state: 'unknown', text: verdicts[0]?.found ?? 'Not in the last result' };
  const passed = known.filter((it) => it.passed === true);
  const state = passed.length === known.length ? 'passed' : passed.length === 0 ? 'failed' : 'mixed';
  // What a failing run says is what somebody wants to know.
  const { found } = known.find((it) => it.passed === false) ?? known[0]!;
  const verb = state === 'failed' ? 'Failed' : 'Passed';
  const counted = state === 'failed' ? known.length : passed.length;
  const text = `${verb} on ${counted} of ${runsText(known)}`;
  if (measuresNothing) return { state: 'mixed', text: `${text}, and without the plugin, too: it measures nothing` };
  return { state, text: `${text}: ${found}` };
}

function runsText({ length }: readonly Verdict[]): string {
  return length === 1 ? '1 run' : `${length} runs`;
}
