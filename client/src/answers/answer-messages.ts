import type { WhyFix, WhyReport, WhyStep } from '../../../server/src/protocol.ts';

/** An answer on the page: one of the server, or one that has buttons which only the extension knows. */
export interface Answer extends Omit<WhyReport, 'steps' | 'next'> {
  readonly steps: readonly AnswerStep[];
  readonly next?: AnswerFix;
  /** The title of the steps; absent for what was checked. */
  readonly heading?: string;
  /** Whether the user should read everything before doing what is next. */
  readonly readFirst?: boolean;
}

export interface AnswerStep extends Omit<WhyStep, 'fix'> {
  readonly fix?: AnswerFix;
}

export type AnswerFix = WhyFix | CompareTexts | MarkReviewed | UploadSkill;

/** The shown permissions become those that later answers are compared with. */
interface MarkReviewed {
  readonly title: string;
  readonly kind: 'reviewed';
}

/** The skill of a SKILL.md, to the Claude API. */
interface UploadSkill {
  readonly title: string;
  readonly kind: 'upload';
  readonly uri: string;
}

/** Two documents side by side, by their URIs. */
interface CompareTexts {
  readonly title: string;
  readonly kind: 'compare';
  readonly left: string;
  readonly right: string;
  /** The title of the tab. */
  readonly tab: string;
}

/** Messages from the extension to the page that answers questions. */
export type ToAnswerPage =
  | {
      readonly kind: 'answer';
      readonly answers: readonly Answer[];
      readonly trusted: boolean;
      /** The text that the user has typed, empty for none; undefined where no request is asked for. */
      readonly request: string | undefined;
    }
  /** The skill no longer exists, or the server did not answer. The reason is a sentence. */
  | { readonly kind: 'nothing'; readonly reason: string };

/** Messages from the page to the extension. */
export type FromAnswerPage =
  /** The first message of a page. It is sent answers until it closes. */
  | { readonly kind: 'ready' }
  /** A request that the user typed to Claude Code. */
  | { readonly kind: 'request'; readonly text: string }
  /** The line is zero-based. */
  | { readonly kind: 'open'; readonly uri: string; readonly line?: number }
  | { readonly kind: 'fix'; readonly fix: AnswerFix };
