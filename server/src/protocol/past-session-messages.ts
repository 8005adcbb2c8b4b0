/*
 * The messages about past sessions. The transcripts of Claude Code are read only if the user has allowed it with the
 * setting `skillwright.pastSessions.enabled`, and in a trusted workspace; otherwise the answers are null. Nothing of them is stored.
 */

/** A request, and what it is answered with. */
interface Message<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

export interface PastSessionRequests {
  /** Whether the server knows that it may read them. Without it, nothing is left of what it has read. */
  readonly 'skillwright/mayReadPastSessions': Message<Record<string, never>, boolean>;
  /**
   * Reads what is new in the transcripts, in the background, with {@link PastSessionsProgress}. Once all who ask have cancelled
   * their requests, it stops.
   */
  readonly 'skillwright/readPastSessions': Message<Record<string, never>, PastSessionsSummary | null>;
  /** How often the transcripts that were read use each skill of a session; never waits. */
  readonly 'skillwright/pastUse': Message<{ readonly session?: string }, readonly PastUse[] | null>;
  /** Reads what is new, then says everything about one skill, by its id. */
  readonly 'skillwright/skillSessions': Message<{ readonly skill: string }, SkillSessions | null>;
  /** Reads what is new, then lists the sessions. */
  readonly 'skillwright/pastSessions': Message<Record<string, never>, PastSessionList | null>;
  /** One session, step by step. The request fails if there is no such session. */
  readonly 'skillwright/pastSession': Message<{ readonly id: string }, SessionSteps | null>;
  /** A text that was loaded and today's; null if they can no longer be compared. */
  readonly 'skillwright/loadedTexts': Message<LoadedTextsParams, LoadedTextsAnswer | null>;
}

/** `skillwright/pastSessionsProgress`, a notification of the server while transcripts are read. */
export interface PastSessionsProgress {
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}

/*
 * `skillwright/pastUseChanged`, a notification of the server without parameters: `skillwright/pastUse` has other answers, and so
 * have the rows of the tree and their tooltips.
 */

export interface PastSessionsSummary {
  readonly sessions: number;
  /** `Read 50 past sessions` */
  readonly text: string;
}

/** How past sessions used one skill in the listing, for a table. */
export interface PastUse {
  /** As the model sees it. */
  readonly name: string;
  readonly times: number;
  /** Milliseconds since 1970; absent if it was never used, or nobody knows when. */
  readonly last?: number;
  /** `12`; `never` if sessions listed it, and empty if it may be newer than all of them. */
  readonly label: string;
  readonly isNeverUsed: boolean;
  /** `Nov 3` */
  readonly detail?: string;
  /** A sentence without full stop. */
  readonly explanation: string;
}

/** A session where a page leads to it. */
export interface SessionReference {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly started?: number;
}

/** Everything that the sessions say about one skill, in words. */
export interface SkillSessions {
  readonly name: string;
  readonly uri: string;
  /** How often it was used, in a sentence. */
  readonly summary: string;
  /** Which sessions count. */
  readonly scope: string;
  readonly groups: readonly SessionFacts[];
  /** The newest first. */
  readonly uses: readonly SkillUseRow[];
  /** Older uses that are not listed. */
  readonly moreUses: number;
  /** Files that could not be read or counted, in sentences. */
  readonly remarks: readonly string[];
}

/** Facts that belong together. */
export interface SessionFacts {
  readonly title: string;
  readonly facts: readonly SessionFact[];
}

export interface SessionFact {
  readonly label: string;
  /** Numbers that are estimates begin with `≈`. */
  readonly value: string;
  readonly detail?: string;
  readonly sessions?: readonly SessionReference[];
  /** Sessions that are not listed. */
  readonly more?: number;
}

export interface SkillUseRow {
  readonly time?: number;
  /** `by the model, in an agent` */
  readonly how: string;
  readonly session: string;
}

export interface PastSessionList {
  /** The newest first. */
  readonly sessions: readonly PastSession[];
  /** Older ones that are not listed. */
  readonly more: number;
}

export interface PastSession extends SessionReference {
  /** The folder in which it was started, as it is displayed to users. */
  readonly folder?: string;
  /** It was started in a folder of the workspace. */
  readonly isOwn: boolean;
  /** The names of the skills that were used, the most used first. */
  readonly skills: readonly string[];
  /** `3 uses of review, notes`, or `no skill used` */
  readonly text: string;
}

export interface SessionSteps extends SessionReference {
  /** The transcript. */
  readonly uri: string;
  /** In which folder, with which release, which session it continues. */
  readonly facts: readonly SessionFact[];
  readonly steps: readonly SessionStep[];
  /** Later steps that are left out. */
  readonly more: number;
  /** Parts that could not be read, in sentences. */
  readonly remarks: readonly string[];
}

/** One step of a session in words. */
export interface SessionStep {
  readonly kind: 'listing' | 'loaded' | 'missing' | 'denied' | 'failed' | 'compaction' | 'kept';
  /** Milliseconds since 1970. */
  readonly time?: number;
  readonly title: string;
  /** `/review main..HEAD` */
  readonly invocation?: string;
  readonly details: readonly string[];
  /** The agent in whose conversation it happened. */
  readonly agent?: string;
  /** The id of the skill, if the workspace has it. */
  readonly skill?: string;
  /** The ID of its line, by which the text that was loaded can be compared with today's; only if that is another one. */
  readonly line?: string;
}

export interface LoadedTextsParams {
  /** The session's ID. */
  readonly id: string;
  readonly line: string;
}

export interface LoadedTextsAnswer {
  /** `/review main..HEAD` */
  readonly invocation: string;
  readonly time?: number;
  /** The text that the model read. */
  readonly before: string;
  readonly today: string;
}
