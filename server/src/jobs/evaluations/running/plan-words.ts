import { startSmall } from '../../../features/text/markdown-text.ts';
import type { EvaluationPlan } from '../../../protocol.ts';

/** The plan, before it is put into words. */
type PlannedFacts = Omit<EvaluationPlan, 'paragraphs'>;

/**
 * A plan with the words that the user reads before agreeing: the same in a dialog and in a terminal.
 *
 * @param remark what it does to this machine
 */
export function inWords<Plan extends PlannedFacts>(
  plan: Plan,
  remark = runRemark,
): Plan & Pick<EvaluationPlan, 'paragraphs'> {
  const { lines, notes, rights = [] } = plan;
  const facts = [...rights, ...notes].map((it) => `${it}.`).join('\n');
  const paragraphs = [[...lines, costWords(plan)].join('\n'), facts, remark];
  return { ...plan, paragraphs: paragraphs.filter((it) => it !== '') };
}

const runRemark =
  'They run on this machine with your account, as does what the plugin or skill starts. Results are written next to the evaluations.';

function costWords({ estimate, maximumCost }: PlannedFacts): string {
  const cost = estimate ? `${estimate.text} (${startSmall(estimate.why)})` : 'not known before the first result';
  const maximum = maximumCost === undefined ? 'none' : `$${maximumCost}, checked before each session`;
  return `Cost: ${cost}. Maximum: ${maximum}.`;
}
