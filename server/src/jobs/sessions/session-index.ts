import type { CountedEvent, CountedRequest } from './counted-event.ts';
import type { ListedAs } from './listed-skills.ts';
import type { Invoker, TokenUsage, TranscriptFacts } from './session-event.ts';

/** Names of skills that are counted. The model may ask for any name. */
const maxNames = 20_000;

/** Lines that are remembered, so that the copies in a continued session are not counted again. */
const maxLines = 500_000;

/** The latest uses of a skill that are listed. */
const maxUses = 100;

export interface SkillUse {
  readonly time: number | undefined;
  readonly by: Invoker;
  /** The session's ID. */
  readonly session: string;
  readonly inAgent: boolean;
}

type ByInvoker = Record<Invoker, number>;

/** The record of one skill in the transcripts. */
export interface SkillRecord {
  readonly name: string;
  readonly loaded: ByInvoker;
  /** Of these, in the conversation of an agent. */
  inAgents: number;
  /** Of these, run in an agent of its own. */
  forked: number;
  first: number | undefined;
  last: number | undefined;
  /** The latest ones, in the order of time. */
  uses: SkillUse[];
  readonly missing: ByInvoker;
  readonly denied: ByInvoker;
  readonly failed: ByInvoker;
  /** The last reason of a denial or failure. */
  reason: string | undefined;
  /** UTF-16 units of all texts that were loaded, and an estimate of their tokens. */
  characters: number;
  tokens: number;
  /** UTF-16 units of its entries in all listings, and an estimate of their tokens. */
  listingCharacters: number;
  /** Answers that the transcripts attribute to it, with their usage. */
  answers: number;
  readonly usage: Mutable<TokenUsage>;
  /** Numbers of sessions. */
  readonly usedIn: Set<number>;
  /** How each session with the skill in a listing showed it, at best. */
  readonly listedIn: Map<number, ListedAs>;
}

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface SessionRecord {
  readonly id: string;
  readonly project: string;
  facts: TranscriptFacts;
  agents: number;
  listings: number;
  compactions: number;
}

/** Adds up what happened in sessions, without any text of theirs. */
export class SessionIndex {
  readonly sessions: SessionRecord[] = [];
  /** Events that were not counted, because there are too many, or of too many names. */
  dropped = 0;
  readonly #identify: (name: string) => string;
  readonly #skills = new Map<string, SkillRecord>();
  readonly #numbers = new Map<string, number>();
  readonly #lines = new Set<string>();
  /** Those of loads whose text was not in the same session, as that of a fork is not in a copy. */
  readonly #withoutText = new Set<string>();

  /** @param identify the identifier of a skill that is known by this name */
  constructor(identify: (name: string) => string = (name) => name) {
    this.#identify = identify;
  }

  /** The number of a session; a new one if there is none of this ID. */
  session(id: string, project: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.sessions.length);
    return this.sessions.push({ id, project, facts: {}, agents: 0, listings: 0, compactions: 0 }) - 1;
  }

  skills(): readonly SkillRecord[] {
    return [...this.#skills.values()];
  }

  add(number: number, event: CountedEvent): void {
    const session = this.sessions[number]!;
    switch (event.kind) {
      case 'listings':
        session.listings += event.count;
        for (const { name, as, characters } of event.skills) {
          const skill = this.#skill(name);
          if (!skill) continue;
          skill.listingCharacters += characters;
          const before = skill.listedIn.get(number);
          if (before === undefined || showsMore(as, before)) skill.listedIn.set(number, as);
        }
        return;
      case 'compactions':
        session.compactions += event.count;
        return;
      case 'answers': {
        const skill = this.#skill(event.name);
        if (!skill) return;
        skill.answers += event.count;
        addUsage(skill.usage, event.usage);
        return;
      }
      default:
        this.#asked(number, event);
    }
  }

  #asked(number: number, event: CountedRequest): void {
    const skill = this.#skill(event.name);
    if (!skill) return;
    if (event.kind === 'loaded') skill.usedIn.add(number);
    if (event.id !== undefined && this.#lines.has(event.id)) {
      if (event.kind === 'loaded' && this.#withoutText.has(event.id)) this.#countText(skill, event);
      return;
    }
    if (event.id !== undefined && this.#lines.size < maxLines) this.#lines.add(event.id);
    skill[event.kind][event.by]++;
    if (event.reason !== undefined) skill.reason = event.reason;
    if (event.kind !== 'loaded') return;
    const { time, by, inAgent } = event;
    if (inAgent) skill.inAgents++;
    if (event.asFork) skill.forked++;
    this.#countText(skill, event);
    if (time !== undefined) {
      skill.first = Math.min(skill.first ?? time, time);
      skill.last = Math.max(skill.last ?? time, time);
    }
    skill.uses.push({ time, by, session: this.sessions[number]!.id, inAgent });
    if (skill.uses.length > 2 * maxUses) skill.uses = latestUses(skill.uses);
  }

  #countText(skill: SkillRecord, { id, text }: CountedRequest): void {
    if (text !== undefined) {
      skill.characters += text.characters;
      skill.tokens += text.tokens;
    }
    if (id === undefined) return;
    if (text === undefined) this.#withoutText.add(id);
    else this.#withoutText.delete(id);
  }

  #skill(name: string): SkillRecord | undefined {
    const identifier = this.#identify(name);
    const known = this.#skills.get(identifier);
    if (known) return known;
    if (this.#skills.size >= maxNames) {
      this.dropped++;
      return undefined;
    }
    const record = emptyRecord(identifier);
    this.#skills.set(identifier, record);
    return record;
  }
}

const rank: Readonly<Record<ListedAs, number>> = { 'name-only': 0, shortened: 1, described: 2 };

/** Whether one way of listing a skill tells the model more about it than another. */
export function showsMore(one: ListedAs, other: ListedAs): boolean {
  return rank[one] > rank[other];
}

/** Adds tokens to others. */
export function addUsage(sum: Mutable<TokenUsage>, usage: TokenUsage): void {
  for (const key of ['input', 'cacheRead', 'cacheWrite', 'output'] as const) sum[key] += usage[key];
}

/** The record of a skill that no transcript mentions. */
export function emptyRecord(name: string): SkillRecord {
  return {
    name,
    loaded: { user: 0, model: 0 },
    inAgents: 0,
    forked: 0,
    first: undefined,
    last: undefined,
    uses: [],
    missing: { user: 0, model: 0 },
    denied: { user: 0, model: 0 },
    failed: { user: 0, model: 0 },
    reason: undefined,
    characters: 0,
    tokens: 0,
    listingCharacters: 0,
    answers: 0,
    usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
    usedIn: new Set(),
    listedIn: new Map(),
  };
}

/** The latest uses, in the order of time. */
export function latestUses(uses: readonly SkillUse[]): SkillUse[] {
  return uses.toSorted((one, other) => (one.time ?? 0) - (other.time ?? 0)).slice(-maxUses);
}
