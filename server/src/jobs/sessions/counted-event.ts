import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import type { ListedSkill } from './listed-skills.ts';
import type { Invoker, SessionEvent, TokenUsage } from './session-event.ts';

/** A request for a skill, without any text of the session but a short reason. */
export interface CountedRequest {
  readonly kind: 'loaded' | 'missing' | 'denied' | 'failed';
  readonly time: number | undefined;
  /** Unique to the line, and kept by the copies that a continued session has. */
  readonly id: string | undefined;
  readonly name: string;
  readonly by: Invoker;
  readonly inAgent: boolean;
  /** It ran in an agent of its own. */
  readonly asFork: boolean;
  /** Of the text that was loaded, in UTF-16 units, and an estimate of its tokens; undefined if the transcript has none. */
  readonly text: { readonly characters: number; readonly tokens: number } | undefined;
  readonly reason: string | undefined;
}

/** The part of an event, or of several of the same kind, that counts. Lists for agents do not: the session does not show them. */
export type CountedEvent =
  | { readonly kind: 'listings'; readonly count: number; readonly skills: readonly ListedSkill[] }
  | { readonly kind: 'compactions'; readonly count: number }
  /** Answers that the transcript attributes to a skill. */
  | { readonly kind: 'answers'; readonly name: string; readonly count: number; readonly usage: TokenUsage }
  | CountedRequest;

/** The part of an event that counts; undefined if nothing does. */
export function countedEvent(event: SessionEvent): CountedEvent | undefined {
  switch (event.kind) {
    case 'listing':
      return event.agent === undefined ? { kind: 'listings', count: 1, skills: event.skills } : undefined;
    case 'compaction':
      return event.agent === undefined ? { kind: 'compactions', count: 1 } : undefined;
    case 'answer':
      return { kind: 'answers', name: event.name, count: 1, usage: event.usage };
    case 'loaded':
    case 'missing':
    case 'denied':
    case 'failed': {
      const { kind, time, id, name, by, agent } = event;
      const text = kind === 'loaded' ? event.text : undefined;
      return {
        kind,
        time,
        id,
        name,
        by,
        inAgent: agent !== undefined,
        asFork: kind === 'loaded' && event.fork !== undefined,
        text: text === undefined ? undefined : { characters: text.length, tokens: estimateTokens(text) },
        reason: kind === 'denied' || kind === 'failed' ? event.reason : undefined,
      };
    }
    default:
      return undefined;
  }
}
