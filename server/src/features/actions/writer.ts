import { findRule } from '../../rules/index.ts';
import type { RuleId } from '../../rules/rule-id.ts';

/** Who can be asked for other words: the user's Claude Code, or else a chat model of the editor, by its name. */
export type Writer = { readonly kind: 'installed' } | { readonly kind: 'chat-model'; readonly name: string };

/** Whether only other words fix what a rule finds. */
export function needsWriter(rule: string): rule is RuleId {
  return findRule(rule)?.needsWriter === true;
}

/** The title of what asks a writer. */
export function titleOfRewrite({ kind }: Writer): string {
  return kind === 'installed' ? 'Fix with Claude Code…' : 'Fix with Chat Model…';
}
