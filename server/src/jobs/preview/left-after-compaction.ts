import { COMPACTION_TOKENS, COMPACTION_TOKENS_TOTAL } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { inThousands } from '../../document/text/numbers.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import {
  type AfterCompaction,
  afterCompaction,
  compactionTokens,
  type InvokedText,
} from '../../runtime/compaction/after-compaction.ts';
import { invokedText } from '../../runtime/compaction/invoked-text.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import type { Span } from '../../runtime/render/spanned-text.ts';

/** How much of an invocation is left after `/compact`. */
export type LeftState = 'whole' | 'cut' | 'lost';

/** One of the invoked skills. */
export interface LeftSkill {
  readonly name: string;
  readonly state: LeftState;
  /** UTF-16 units of its text. */
  readonly characters: number;
  /** UTF-16 units of it that are left. */
  readonly left: number;
  /** The tokens that Claude Code counts for the rest, or would count. */
  readonly tokens: number;
}

/** The rest of an invocation after `/compact`, if others were invoked after it. */
interface LeftAfterCompaction {
  readonly state: LeftState;
  /** The whole message about invoked skills; undefined if nothing is left of any. */
  readonly message: string | undefined;
  /** Of this invocation in the message; undefined if it is lost. */
  readonly range: TextRange | undefined;
  /** Where the lost part begins; undefined unless it is cut. */
  readonly cut: { readonly text: number; readonly source: number } | undefined;
  /** The newest first; this one is the last. */
  readonly skills: readonly LeftSkill[];
  /** The tokens of everything that is left. */
  readonly tokens: number;
  /** Sentences without full stops: what is left, and how to read it. */
  readonly explanation: readonly string[];
}

/** The text of an invocation, and which parts of it come from where in the file. */
export interface SentInvocation {
  readonly skill: RenderableSkill;
  /** With the outputs of its commands. */
  readonly text: string;
  readonly bodyStart: number;
  readonly spans: readonly Span[];
  /** Where the body begins in the file. */
  readonly bodyInFile: number;
  /** Claude Code stops the invocation. */
  readonly isAborted: boolean;
  /** Commands have not run, so that the text may be longer or shorter. */
  readonly isPending: boolean;
}

/**
 * The rest of an invocation after `/compact`.
 *
 * @param newer the skills invoked after it, in this order
 */
export function leftAfterCompaction(sent: SentInvocation, newer: readonly InvokedText[]): LeftAfterCompaction {
  const { skill, text } = sent;
  const { runtime } = skill.document;
  const own = sent.isAborted ? undefined : invokedText(skill, text);
  const invocations = own ? [own, ...newer] : newer;
  const after = afterCompaction(invocations, runtime);
  const ownPart = own && after.kept.find(({ index }) => index === 0);
  const state = stateOf(text, ownPart?.length);
  const cut = ownPart && state === 'cut' ? { text: ownPart.length, source: sourceAt(ownPart.length, sent) } : undefined;
  return {
    state,
    message: after.message,
    range: ownPart?.range,
    cut,
    skills: invocations.map((invoked, index) => leftSkill(invoked, index, after)).reverse(),
    tokens: after.tokens,
    explanation: [
      ...(own ? explain(sent, state, ownPart?.length ?? 0, after, newer.length) : [whyNever(sent)]),
      ...(sent.isPending && own && capabilities(runtime).keepsSkillsAtCompaction ? [pendingNote] : []),
    ],
  };
}

const pendingNote = 'Commands have not run: their outputs change the length of the text';

function stateOf({ length }: string, left: number | undefined): LeftState {
  if (left === undefined) return 'lost';
  return left < length ? 'cut' : 'whole';
}

function leftSkill({ name, text }: InvokedText, index: number, { kept }: AfterCompaction): LeftSkill {
  const part = kept.find((it) => it.index === index);
  return {
    name,
    state: stateOf(text, part?.length),
    characters: text.length,
    left: part?.length ?? 0,
    tokens: part?.tokens ?? Math.min(compactionTokens(text), COMPACTION_TOKENS),
  };
}

function whyNever({ isAborted, skill }: SentInvocation): string {
  return isAborted
    ? 'Claude Code stops this invocation, so there is nothing to keep'
    : `\`/${skill.name}\` runs in a subagent: its text is never part of this conversation`;
}

function explain(
  { text, skill }: SentInvocation,
  state: LeftState,
  left: number,
  { tokens }: AfterCompaction,
  newer: number,
): string[] {
  if (!capabilities(skill.document.runtime).keepsSkillsAtCompaction) {
    return ['This release of Claude Code keeps nothing of invoked skills: only the summary can mention them'];
  }
  switch (state) {
    case 'whole':
      return ['The whole text stays'];
    case 'cut':
      return [
        `The first ${inThousands(left)} of ${inThousands(text.length)} characters stay, then a notice that the rest was cut`,
      ];
    case 'lost':
      return [
        `Nothing is left: ${newer === 1 ? 'the newer skill takes' : `the ${inThousands(newer)} newer skills take`} ${inThousands(tokens)} of the ${inThousands(COMPACTION_TOKENS_TOTAL)} tokens that Claude Code keeps`,
      ];
  }
}

/** The position in the file of a character of the text; for one that does not come from it, of what it replaces. */
function sourceAt(offset: number, { spans, bodyStart, bodyInFile }: SentInvocation): number {
  let source = bodyInFile;
  let at = bodyStart;
  for (const span of spans) {
    if (span.start > offset) break;
    if (offset < span.end) return span.source.start;
    source = span.source.end;
    at = span.end;
  }
  return source + offset - at;
}
