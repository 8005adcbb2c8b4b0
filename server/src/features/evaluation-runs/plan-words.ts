import type { EvaluationPlan } from '../../protocol.ts';

/** What is planned, before it is put into words. */
export type PlannedFacts = Omit<EvaluationPlan, 'paragraphs'>;

/** A plan with the words that the user reads before agreeing: the same in a dialog and in a terminal. */
export function inWords(plan: PlannedFacts): EvaluationPlan {
  const { lines, notes, rights = [], problem } = plan;
  if (problem !== undefined) return { ...plan, paragraphs: [] };
  const paragraphs = [
    lines.join('\n'),
    costWords(plan),
    ...[rights, notes].filter(({ length }) => length > 0).map((them) => them.map((it) => `${it}.`).join('\n')),
    'They run on this machine with your account, and so does what the plugin or skill starts. Results are written next to the evaluations, and what each session leaves stays in your folder for temporary files.',
  ];
  return { ...plan, paragraphs };
}

function costWords({ estimate, maximumCost }: PlannedFacts): string {
  const cost = estimate ? `${estimate.text}. ${estimate.why}` : 'no estimate, because none of them has a result yet';
  const maximum = maximumCost === undefined ? 'none' : `$${maximumCost}, checked before each session`;
  return `Cost: ${cost}.\nMaximum: ${maximum}.`;
}
