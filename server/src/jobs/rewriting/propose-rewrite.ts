import type { Refusal } from '../../platform/refusal.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { ModelAnswer } from '../claude-code/ask/ask-once.ts';
import { type CheckedText, judgementInWords, judgeProposal } from './judge-proposal.ts';
import { readProposal } from './read-proposal.ts';
import { type RejectedAnswer, type RewriteFacts, rewriteRequest } from './rewrite-request.ts';

/** How often a model is asked: the reasons of the first rejection may help, more would only cost. */
const mostAttempts = 2;

/** The parts of the machine that asking and judging need. */
export interface RewriteMachine {
  /** @param dollars US dollars that are left; undefined without a limit */
  ask(question: string, dollars: number | undefined): Promise<ModelAnswer>;
  /** Checks the file as if it had a text. */
  check(text: string): Promise<CheckedText>;
  readonly signal: AbortSignal;
}

/** Other words for a file, which nobody has accepted yet. */
interface Rewrite {
  readonly edits: readonly TextEdit[];
  /** The whole text with them. */
  readonly text: string;
  /** Its effect on the findings: a sentence without a full stop. */
  readonly verdict: string;
  /** Why it must not be applied: sentences without a full stop; empty if it may. */
  readonly reasons: readonly string[];
}

/** The last proposal, or why there is none. */
type ProposedText = (Rewrite | Refusal) & {
  /** US dollars; undefined if nobody said. */
  readonly cost: number | undefined;
};

/**
 * Asks a model for other words and judges them. What is rejected is sent back once, with the reasons. Nothing is written.
 *
 * @param dollars US dollars for all of it; undefined without a maximum
 */
export async function proposeRewrite(
  facts: RewriteFacts,
  dollars: number | undefined,
  { ask, check, signal }: RewriteMachine,
): Promise<ProposedText> {
  const asked = new Set(facts.findings.map(({ rule }) => rule));
  const before = await check(facts.text);
  let cost: number | undefined;
  let last: Rewrite | undefined;
  let rejected: RejectedAnswer | undefined;
  let problem = '';
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const left = dollars === undefined ? undefined : dollars - (cost ?? 0);
    if (left !== undefined && left <= 0) break;
    const answer = await ask(rewriteRequest(facts, rejected), left);
    if (answer.cost !== undefined) cost = (cost ?? 0) + answer.cost;
    if (signal.aborted) return { problem: 'It was canceled', cost };
    // An earlier proposal is worth a look, even if there was no second answer.
    if ('problem' in answer) return last ? { ...last, cost } : { problem: answer.problem, cost };
    const read = readProposal(answer.text, facts.text, facts.mark);
    if ('problem' in read) {
      problem = read.problem;
      rejected = { answer: answer.text, reasons: [problem] };
      continue;
    }
    const judgement = judgeProposal(before, await check(read.text), asked);
    last = { ...read, verdict: judgementInWords(judgement), reasons: judgement.reasons };
    if (last.reasons.length === 0) break;
    rejected = { answer: answer.text, reasons: last.reasons };
  }
  return last ? { ...last, cost } : { problem, cost };
}
