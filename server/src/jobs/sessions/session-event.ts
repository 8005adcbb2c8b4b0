import type { ListedSkill } from './listed-skills.ts';

/** Who asked for a skill: the user by `/name`, or the model by the Skill tool. */
export type Invoker = 'user' | 'model';

/** Tokens as the API counted them. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

interface Happened {
  /** Milliseconds since 1970; undefined if the transcript does not say. */
  readonly time: number | undefined;
  /** The agent in whose conversation it happened; undefined for the user's. */
  readonly agent?: string;
}

interface SkillRequest extends Happened {
  /** Unique to the line, and kept by the copies that a continued session has. */
  readonly id: string | undefined;
  readonly name: string;
  readonly by: Invoker;
}

/** A skill's text entered a conversation, or a fork ran it. */
export interface Loaded extends SkillRequest {
  readonly kind: 'loaded';
  readonly arguments: string;
  /** The text that the model read; undefined if the transcript does not have it. */
  readonly text: string | undefined;
  /** It was in this conversation before. */
  readonly again: boolean;
  /** The agent that ran it instead; its text is in that agent's conversation. */
  readonly fork?: string;
}

/** One thing in a transcript that concerns skills. */
export type SessionEvent =
  | (Happened & {
      readonly kind: 'listing';
      /** Replaces what was listed before; otherwise it adds to it. */
      readonly isInitial: boolean;
      readonly skills: readonly ListedSkill[];
    })
  | Loaded
  /** The first message of an agent that runs a skill. */
  | (Happened & {
      readonly kind: 'fork';
      readonly agent: string;
      readonly id: string | undefined;
      readonly name: string;
      readonly text: string;
    })
  | (SkillRequest & { readonly kind: 'missing' })
  | (SkillRequest & { readonly kind: 'denied'; readonly reason: string })
  | (SkillRequest & { readonly kind: 'failed'; readonly reason: string })
  /** An answer that the transcript attributes to a skill. */
  | (Happened & { readonly kind: 'answer'; readonly name: string; readonly usage: TokenUsage })
  | (Happened & {
      readonly kind: 'compaction';
      /** `manual` or `auto`. */
      readonly trigger: string | undefined;
      /** Tokens of the conversation. */
      readonly before: number | undefined;
      readonly after: number | undefined;
    })
  /** The skills loaded before that a compaction has left. */
  | (Happened & { readonly kind: 'kept'; readonly skills: readonly KeptSkill[] });

/** A skill whose text is sent again after a compaction. */
interface KeptSkill {
  readonly name: string;
  readonly characters: number;
  /** The end of its text was replaced by a notice. */
  readonly cut: boolean;
}

/** The facts about a session in its transcript. */
export interface TranscriptFacts {
  sessionId?: string | undefined;
  /** Where Claude Code was started. */
  folder?: string | undefined;
  started?: number | undefined;
  version?: string | undefined;
  effort?: string | undefined;
  /** The session that this one continues in a file of its own, with copies of its lines. */
  continues?: string | undefined;
}
