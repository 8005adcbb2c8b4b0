import { COMPACTION_TOKENS_TOTAL } from '../../dialect/limits.ts';
import type { PreviewCompaction } from '../../protocol.ts';
import { invokedTexts, possiblyNewer } from '../../runtime/compaction/newer-skills.ts';
import { leftAfterCompaction, type SentInvocation } from './left-after-compaction.ts';
import type { PreviewSubject } from './preview-subject.ts';

/** Skills to choose from: a list with more is of no use, and is sent with every keystroke. */
const maxPossible = 500;

/**
 * The rest of an invocation after `/compact`.
 *
 * @param names the skills invoked after it, in this order; those that no longer exist are left out
 */
export async function previewCompaction(
  subject: PreviewSubject,
  names: readonly string[],
  sent: Omit<SentInvocation, 'skill'>,
): Promise<PreviewCompaction> {
  const { skill, catalog, skillTool, session } = subject;
  const possible = catalog ? possiblyNewer(catalog, skill.name) : [];
  const byName = new Map(possible.map((it) => [it.name, it]));
  const newer = names.flatMap((name) => byName.get(name) ?? []);
  const texts = skillTool ? await invokedTexts(newer, skillTool.session, session) : [];
  const { message, range, cut, ...left } = leftAfterCompaction({ ...sent, skill }, texts);
  return {
    ...left,
    ...(message !== undefined && { message }),
    ...(range && { range }),
    ...(cut && { cut }),
    newer: texts.length,
    maxTokens: COMPACTION_TOKENS_TOTAL,
    possiblyNewer: possible.slice(0, maxPossible).map(({ name, facts }) => ({ name, tokens: facts.bodyTokens })),
  };
}
