import type { CountedEvent, CountedRequest } from './counted-event.ts';
import type { SessionFiles } from './find-transcripts.ts';
import type { ListedSkill } from './listed-skills.ts';
import type { Unread } from './read-session.ts';
import type { TokenUsage, TranscriptFacts } from './session-event.ts';
import { addUsage, type Mutable, showsMore } from './session-index.ts';

/** The most requests for skills in one session that are remembered one by one; nobody asks as often. */
const maxRequests = 20_000;

/** Everything that counts of one session, small enough to be remembered for thousands of them. */
export interface SessionDigest {
  readonly id: string;
  readonly project: string;
  readonly facts: TranscriptFacts;
  readonly agents: number;
  readonly listings: Extract<CountedEvent, { kind: 'listings' }>;
  readonly compactions: number;
  readonly answers: readonly Extract<CountedEvent, { kind: 'answers' }>[];
  /** In the order of the transcript. */
  readonly requests: readonly CountedRequest[];
  readonly unread: Unread;
  /** Requests that were not counted, because there are too many. */
  readonly dropped: number;
}

/** Puts what happened in one session together. */
export class SessionRecorder {
  #listings = 0;
  readonly #listed = new Map<string, Mutable<ListedSkill>>();
  #compactions = 0;
  readonly #answers = new Map<string, { count: number; usage: Mutable<TokenUsage> }>();
  readonly #requests: CountedRequest[] = [];
  #dropped = 0;

  add(event: CountedEvent): void {
    switch (event.kind) {
      case 'listings':
        this.#listings += event.count;
        for (const skill of event.skills) this.#list(skill);
        return;
      case 'compactions':
        this.#compactions += event.count;
        return;
      case 'answers': {
        const known = this.#answers.get(event.name) ?? { count: 0, usage: { ...noUsage } };
        known.count += event.count;
        addUsage(known.usage, event.usage);
        this.#answers.set(event.name, known);
        return;
      }
      default:
        if (this.#requests.length < maxRequests) this.#requests.push(event);
        else this.#dropped++;
    }
  }

  end({ id, project, files }: SessionFiles, facts: TranscriptFacts, unread: Unread): SessionDigest {
    return {
      id,
      project,
      facts,
      agents: files.length - 1,
      listings: { kind: 'listings', count: this.#listings, skills: [...this.#listed.values()] },
      compactions: this.#compactions,
      answers: [...this.#answers].map(([name, answers]) => ({ kind: 'answers', name, ...answers })),
      requests: this.#requests,
      unread,
      dropped: this.#dropped,
    };
  }

  /** Several listings of a session count as one that shows each skill at its best. */
  #list({ name, as, characters }: ListedSkill): void {
    const known = this.#listed.get(name);
    if (!known) this.#listed.set(name, { name, as, characters });
    else {
      known.characters += characters;
      if (showsMore(as, known.as)) known.as = as;
    }
  }
}

const noUsage: TokenUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/** The events that count as much as the whole session. */
export function* eventsOf({ listings, compactions, answers, requests }: SessionDigest): Generator<CountedEvent> {
  yield listings;
  yield { kind: 'compactions', count: compactions };
  yield* answers;
  yield* requests;
}
