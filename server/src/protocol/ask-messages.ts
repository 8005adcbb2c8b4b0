import type { PreviewOutcome } from './preview-messages.ts';

/**
 * `skillwright/prove`: holds a preview against the request that the installed Claude Code sends, to a substitute for the
 * model on this machine. The request fails if that is not possible. Cancelling it ends Claude Code.
 */
export interface ProveParams {
  readonly uri: string;
  readonly arguments: string;
  /** Whether the user trusts the workspace; nothing is started otherwise. */
  readonly workspaceTrusted: boolean;
  /** Outcomes of commands that have run, by their hashes. */
  readonly outcomes?: Readonly<Record<string, PreviewOutcome>>;
  /** The user agreed that Claude Code runs the commands that have an outcome; without it, it runs none. */
  readonly runsCommands?: boolean;
}

/** Both sides of a proof, as documents to be compared. */
export interface ProofReport {
  /** The invocation as it was typed: `/review main`. */
  readonly invocation: string;
  readonly isEqual: boolean;
  /** A sentence without full stop. */
  readonly summary: string;
  /** Digits and dots. */
  readonly claudeCodeVersion?: string;
  /** In UTF-8, of what Claude Code sends for the invocation. */
  readonly bytes: number;
  /** The messages as the preview has them. */
  readonly preview: string;
  /** The messages as Claude Code sent them. */
  readonly sent: string;
  /** Absent if nothing was sent. */
  readonly listing?: ProvenListing;
  /** The whole request as JSON; absent if nothing was sent or it is too long. */
  readonly request?: string;
  /** Sentences without full stop. */
  readonly notes: readonly string[];
}

/** The listing of all skills in a proof. */
export interface ProvenListing {
  readonly isEqual: boolean;
  /** A sentence without full stop. */
  readonly summary: string;
  /** As the catalog has it. */
  readonly catalog: string;
  /** As Claude Code sent it, with its own skills. */
  readonly sent: string;
}

/** `skillwright/ask`: starts the installed Claude Code, with the user's consent, and compares what it sees. */
export interface AskParams {
  /** The URI of a session; absent for all. */
  readonly session?: string;
}

/**
 * `skillwright/askedChanged`, a notification of the server and the answer to `skillwright/ask`: what the installed Claude
 * Code has said about the sessions. The tree has a row about each.
 */
export interface AnswerSummary {
  readonly state: 'asking' | 'confirmed' | 'different' | 'failed';
  /** Digits and dots. */
  readonly version?: string;
  /** Of all sessions. */
  readonly differences: number;
  /** A line for users: the program with its release, and `confirms this list`. */
  readonly text: string;
}
