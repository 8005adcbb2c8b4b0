import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import type { SessionFiles } from './find-transcripts.ts';
import { type Reading, readSession, type Unread } from './read-session.ts';
import type { Loaded, SessionEvent, TranscriptFacts } from './session-event.ts';
import { type ComparedText, compareWithToday, type TodaysSession } from './todays-text.ts';

/** Events of one session that are kept, each with its text. */
const maxEvents = 10_000;

/** UTF-16 units of all texts that are kept for the comparison. */
const maxText = 32 * 1024 * 1024;

/** One step of a session: what was sent, loaded, asked for in vain, and left. */
export type TimelineStep =
  | Exclude<SessionEvent, { kind: 'answer' | 'fork' | 'loaded' | 'kept' }>
  /** With the names of the skills that were loaded before and are not left. */
  | (Extract<SessionEvent, { kind: 'kept' }> & { readonly lost: readonly string[] })
  | (Omit<Loaded, 'text'> & {
      /** UTF-16 units of the text, and an estimate of its tokens. */
      readonly characters: number;
      readonly tokens: number;
      readonly today: ComparedText;
    });

/** One session, in the order of time. */
export interface SessionTimeline {
  readonly id: string;
  readonly facts: TranscriptFacts;
  readonly steps: readonly TimelineStep[];
  /** Later steps that are left out. */
  readonly more: number;
  readonly unread: Unread;
}

/**
 * The skills of one session, step by step, with each loaded text compared with today's.
 *
 * @param todays the session as it would start today in a folder; undefined if the folder no longer exists
 * @param maxCounted of so many texts that have changed, it is found out how much
 * @throws the reason of the signal, when reading is cancelled
 */
export async function sessionTimeline(
  files: SessionFiles,
  reading: Reading,
  todays: (facts: TranscriptFacts) => Promise<TodaysSession | undefined>,
  maxCounted = Number.POSITIVE_INFINITY,
): Promise<SessionTimeline> {
  const unread: Unread = { broken: 0, tooLong: 0, files: [] };
  const events: SessionEvent[] = [];
  let more = 0;
  let kept = 0;
  const facts = await readSession(
    files,
    reading,
    (event) => {
      if (event.kind === 'answer') return;
      if (events.length >= maxEvents) more++;
      else if (event.kind === 'loaded') {
        kept += event.text?.length ?? 0;
        events.push(kept > maxText ? { ...event, text: undefined } : event);
      } else events.push(event);
    },
    unread,
  );
  // Agents have files of their own.
  if (files.files.length > 1) sortByTime(events);
  const today = await todays(facts);
  const steps: TimelineStep[] = [];
  const comparisons = new Comparisons(maxCounted);
  const inConversation = new Map<string | undefined, Set<string>>();
  for (const event of events) {
    reading.signal?.throwIfAborted();
    if (event.kind === 'loaded') {
      const { text, ...rest } = event;
      if (event.fork === undefined) conversation(inConversation, event.agent).add(event.name);
      const compared = today ? await comparisons.of(event, today) : gone;
      steps.push({ ...rest, characters: text?.length ?? 0, tokens: estimateTokens(text ?? ''), today: compared });
    } else if (event.kind === 'kept') {
      const names = new Set(event.skills.map(({ name }) => name));
      const lost = [...conversation(inConversation, event.agent)].filter((name) => !names.has(name));
      inConversation.set(event.agent, names);
      steps.push({ ...event, lost });
    } else if (event.kind !== 'answer' && event.kind !== 'fork') steps.push(event);
  }
  return { id: files.id, facts, steps, more, unread };
}

const gone: ComparedText = { state: 'gone' };

/** Compares texts with today's; one that was loaded again and again only once. */
class Comparisons {
  readonly #known = new Map<string, ComparedText>();
  #left: number;

  constructor(maxCounted: number) {
    this.#left = maxCounted;
  }

  async of(loaded: Loaded, today: TodaysSession): Promise<ComparedText> {
    const { name, by, arguments: given, fork, text } = loaded;
    const key = JSON.stringify([name, by, given, fork === undefined, text]);
    const known = this.#known.get(key) ?? (await compareWithToday(loaded, today, this.#left > 0));
    if (known.state === 'changed' && !this.#known.has(key)) this.#left--;
    this.#known.set(key, known);
    return known;
  }
}

/** An event without a time stays after the one that it follows. */
function sortByTime(events: SessionEvent[]): void {
  const times = new Map<SessionEvent, number>();
  let last = 0;
  for (const event of events) {
    last = event.time ?? last;
    times.set(event, last);
  }
  events.sort((one, other) => times.get(one)! - times.get(other)!);
}

/** The skills whose texts are in a conversation: that of the user, or of an agent. */
function conversation(all: Map<string | undefined, Set<string>>, agent: string | undefined): Set<string> {
  const names = all.get(agent) ?? new Set();
  all.set(agent, names);
  return names;
}
