/* Other words for what findings are about, which a model proposes. */

import type { Refusal } from '../platform/refusal.ts';
import type { RuleId } from '../rules/rule-id.ts';
import type { FileEdit } from './edit-messages.ts';

/** `skillwright/rewritePlan`: what would be sent. Nothing is started. */
export interface RewriteParams {
  /** The URI of a file that is open in the editor. */
  readonly uri: string;
  /** The ids of the rules whose findings in it should be fixed. */
  readonly rules: readonly RuleId[];
  /** The pages of these rules as markdown, by their ids. */
  readonly pages: Readonly<Partial<Record<RuleId, string>>>;
}

export interface PlannedRewrite {
  /** The kind of the file: `skill`. */
  readonly kind: string;
  /** Who is asked: `Claude Code`. */
  readonly writer: string;
  /** Whether each answer is charged for, up to a maximum. */
  readonly isCharged: boolean;
  /** The number of findings. */
  readonly findings: number;
  /** The texts that are sent, the program that starts and the edits to expect: sentences with a full stop. */
  readonly lines: readonly string[];
}

/** `skillwright/proposeRewrite`, until it is cancelled. */
export interface ProposeRewriteParams extends RewriteParams {
  /** US dollars; absent without a maximum. */
  readonly maximumCost?: number;
}

/** Other words, which nobody has accepted yet. */
export interface ProposedRewrite {
  /** The whole text with them. */
  readonly text: string;
  /** Its effect on the findings: a sentence without a full stop. */
  readonly verdict: string;
  /** Why it is rejected: sentences without a full stop; empty if it is not. */
  readonly reasons: readonly string[];
  /** Absent if it is rejected. */
  readonly edit?: FileEdit;
  /** US dollars; absent if nobody said. */
  readonly cost?: number;
}

/** Why nothing is proposed: a sentence without a full stop. */
export interface RewriteProblem extends Refusal {
  /** US dollars that were paid nevertheless; absent if nobody said. */
  readonly cost?: number;
}

/** `skillwright/chatModel`, a request of the server: the name of a chat model that the editor has; null if it has none. */
export type ChatModelName = string | null;

/** `skillwright/askChatModel`, a request of the server: asks the chat model once. The answer is a {@link ChatModelAnswer}. */
export interface AskChatModelParams {
  readonly question: string;
  /** UTF-16 units of the answer; a longer one is cut off. */
  readonly longest: number;
}

export type ChatModelAnswer = { readonly text: string } | Refusal;
