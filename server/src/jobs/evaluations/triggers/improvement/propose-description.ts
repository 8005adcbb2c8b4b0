import type { Session } from '../../../../catalog/session.ts';
import type { Refusal } from '../../../../platform/refusal.ts';
import { type AskingMachine, askOnce } from '../../../claude-code/ask/ask-once.ts';
import { type DescriptionFacts, descriptionRequest, readDescription } from './description-request.ts';

/** Another description, or why there is none. */
type Proposal = ({ readonly description: string } | Refusal) & {
  /** US dollars; undefined if Claude Code did not say. */
  readonly cost: number | undefined;
};

/**
 * Asks the user's Claude Code for another description, once. Never throws.
 *
 * @param dollars US dollars that are left; undefined without a limit
 */
export async function proposeDescription(
  facts: DescriptionFacts,
  session: Session,
  dollars: number | undefined,
  machine: AskingMachine,
): Promise<Proposal> {
  const answer = await askOnce(descriptionRequest(facts), session, dollars, machine);
  if ('problem' in answer) return answer;
  return { ...readDescription(answer.text), cost: answer.cost };
}
