import { lineOf, shortened } from '../../../features/text/markdown-text.ts';
import type { GradedGrader, Verdict } from './grade-case.ts';

/** A grader on the last runs in one line. */
export interface GradeSummary {
  readonly state: 'passed' | 'failed' | 'mixed' | 'unknown';
  readonly text: string;
}

/** Sums up what a grader says about the last runs of its case. */
export function gradeSummary({ verdicts, measuresNothing, subjectKind }: GradedGrader): GradeSummary {
  const runs = verdicts.filter(({ isWithPlugin }) => isWithPlugin);
  const known = runs.filter(({ passed }) => passed !== undefined);
  if (known.length === 0) return { state: 'unknown', text: verdicts[0]?.found ?? 'Not in the last result' };
  const passed = known.filter((it) => it.passed === true);
  const state = passed.length === known.length ? 'passed' : passed.length === 0 ? 'failed' : 'mixed';
  // The reason of a failing run is the one that somebody wants to know.
  const shown = known.find((it) => it.passed === false) ?? known[0]!;
  const [verb, counted] = state === 'passed' ? ['Passed', passed.length] : ['Failed', known.length - passed.length];
  const text = `${verb} on ${counted} of ${runsText(known)}`;
  if (measuresNothing)
    return { state: 'mixed', text: `${text}, and without the ${subjectKind}, too: it measures nothing` };
  return { state, text: `${text}: ${foundIn(shown)}${diedText(runs)}` };
}

/** Runs that died do not count, and are not silently left out. */
function diedText(runs: readonly Verdict[]): string {
  const died = runs.filter(({ hasDied }) => hasDied);
  const more = died.length === 1 ? '1 more run' : `${died.length} more runs`;
  return died.length === 0 ? '' : `; ${more}: ${died[0]!.found}`;
}

/** The evidence in a run, with the first match. */
export function foundIn({ found, grade }: Verdict): string {
  const marks = grade?.kind === 'graded' && grade.matched === 'text' ? grade.marks : [];
  const [match] = marks;
  // Several ones are only counted.
  if (grade?.kind !== 'graded' || !match || marks.length > 1) return found;
  const text = grade.subject.text.slice(match.start, Math.min(match.end, match.start + maxMatch + 1));
  return `${found} “${shortened(lineOf(text), maxMatch)}”`;
}

/** UTF-16 units of a match that are shown. */
const maxMatch = 40;

function runsText({ length }: readonly Verdict[]): string {
  return length === 1 ? '1 run' : `${length} runs`;
}
