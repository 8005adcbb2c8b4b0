import type { EvaluationPlan } from '../../../protocol.ts';

/** What is planned, before it is put into words. */
type PlannedFacts = Omit<EvaluationPlan, 'paragraphs'>;

/**
 * A plan with the words that the user reads before agreeing: the same in a dialog and in a terminal.
 *
 * @param remark what it does to this machine
 */
export function inWords(plan: PlannedFacts, remark = runRemark): EvaluationPlan {
  const { lines, notes, rights = [], problem } = plan;
  if (problem !== undefined) return { ...plan, paragraphs: [] };
  const paragraphs = [
    lines.join('\n'),
    costWords(plan),
    ...[rights, notes].filter(({ length }) => length > 0).map((them) => them.map((it) => `${it}.`).join('\n')),
    remark,
  ];
  return { ...plan, paragraphs };
}

const runRemark =
  'They run on this machine with your account, and so does what the plugin or skill starts. Results are written next to the evaluations, and sessions leave files in your folder for temporary files.';

function costWords({ estimate, maximumCost }: PlannedFacts): string {
  const cost = estimate ? `${estimate.text}. ${estimate.why}` : 'no estimate, because none of them has a result yet';
  const maximum = maximumCost === undefined ? 'none' : `$${maximumCost}, checked before each session`;
  return `Cost: ${cost}.\nMaximum: ${maximum}.`;
}
