import {
  COMPACTION_CHARACTERS_PER_TOKEN,
  COMPACTION_HEADER,
  COMPACTION_NOTICE,
  COMPACTION_SEPARATOR,
  type CompactionPlace,
  compactionHeading,
} from '../../dialect/compaction.ts';
import { COMPACTION_TOKENS, COMPACTION_TOKENS_TOTAL } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { TextRange } from '../../document/text/text-range.ts';

/** The text that an invocation added to the conversation. A fork adds none, because its text is in another one. */
export interface InvokedText {
  /** The identifier of the skill, whatever name was used to invoke it. */
  readonly name: string;
  /** The tier of its source; undefined for a file outside every tier. */
  readonly tier: CompactionPlace | undefined;
  readonly text: string;
}

/** The rest of one invocation. */
interface KeptText {
  /** Its index among the invocations. */
  readonly index: number;
  /** UTF-16 units of its text that are left; less than the text has if it was cut. */
  readonly length: number;
  /** Its tokens. */
  readonly tokens: number;
  /** The text, with the notice if it was cut, in the message. */
  readonly range: TextRange;
}

/** The message about the invoked skills that Claude Code sends after a compaction. */
export interface AfterCompaction {
  /** In the order in which the model reads them: the newest first. */
  readonly kept: readonly KeptText[];
  /** The message; undefined if nothing is left of any skill. */
  readonly message: string | undefined;
  /** The tokens of all kept skills together. */
  readonly tokens: number;
}

/** UTF-16 units that are left of a text that is cut, without the notice. */
export const LENGTH_WHEN_CUT = COMPACTION_TOKENS * COMPACTION_CHARACTERS_PER_TOKEN - COMPACTION_NOTICE.length;

/** The tokens that Claude Code counts for a text. */
export function compactionTokens(text: string): number {
  return Math.round(text.length / COMPACTION_CHARACTERS_PER_TOKEN);
}

/** UTF-16 units that are left of a text, if it is kept. */
function lengthAfterCompaction(text: string): number {
  return compactionTokens(text) > COMPACTION_TOKENS ? LENGTH_WHEN_CUT : text.length;
}

/**
 * The rest of invoked skills after `/compact`: the latest invocation of each, newest first, cut to a number of
 * tokens. One that exceeds the total is left out, and older ones may still fit.
 *
 * @param invocations in the order in which they happened
 */
export function afterCompaction(invocations: readonly InvokedText[], runtime: RuntimeId): AfterCompaction {
  const kept: KeptText[] = [];
  const parts: string[] = [];
  let tokens = 0;
  let at = COMPACTION_HEADER.length;
  for (const index of capabilities(runtime).keepsSkillsAtCompaction ? latest(invocations) : []) {
    const { name, tier = 'project', text } = invocations[index]!;
    const length = lengthAfterCompaction(text);
    const left = length < text.length ? cut(text, length) : text;
    const counted = compactionTokens(left);
    if (tokens + counted > COMPACTION_TOKENS_TOTAL) continue;
    tokens += counted;
    const heading = `${kept.length > 0 ? COMPACTION_SEPARATOR : ''}${compactionHeading(name, tier)}`;
    const start = at + heading.length;
    at = start + left.length;
    parts.push(heading, left);
    kept.push({ index, length, tokens: counted, range: { start, end: at } });
  }
  const message = kept.length > 0 ? COMPACTION_HEADER + parts.join('') : undefined;
  return { kept, message, tokens };
}

/** The indexes of the latest invocation of each skill, the newest first. */
function latest(invocations: readonly InvokedText[]): number[] {
  const byName = new Map<string, number>();
  for (const [index, { name }] of invocations.entries()) byName.set(name, index);
  return [...byName.values()].sort((one, other) => other - one);
}

/** A character that the cut divides is sent as U+FFFD. */
function cut(text: string, length: number): string {
  const divides = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return `${divides ? `${text.slice(0, length - 1)}\uFFFD` : text.slice(0, length)}${COMPACTION_NOTICE}`;
}
