import type { PastSessionsProgress, SessionStep, SessionSteps, SkillSessions } from '../../../server/src/protocol.ts';

/** The subject of a page: a skill, or one session. */
export type SessionSubject =
  /** A skill by its id. */
  | { readonly kind: 'skill'; readonly id: string; readonly name: string }
  /** A session by its ID. */
  | { readonly kind: 'session'; readonly id: string };

/** The state of a page that VS Code keeps while it is hidden, and when the window reloads. */
export interface KeptSessionPage {
  readonly subject: SessionSubject;
  /** In pixels. */
  readonly scrolled: number;
}

/** Messages from the extension to the page. */
export type ToSessionPage =
  | { readonly kind: 'reading'; readonly subject: SessionSubject; readonly progress?: PastSessionsProgress }
  | { readonly kind: 'skill'; readonly subject: SessionSubject; readonly sessions: SkillSessions }
  /** Followed by all steps in portions. */
  | { readonly kind: 'session'; readonly subject: SessionSubject; readonly session: Omit<SessionSteps, 'steps'> }
  /** Answered with `taken`: the next ones follow then. */
  | { readonly kind: 'steps'; readonly steps: readonly SessionStep[]; readonly isLast: boolean }
  /** Why there is nothing to show, and what to do. */
  | {
      readonly kind: 'nothing';
      readonly title: string;
      readonly advice: string;
      readonly command?: SessionPageCommand;
    };

/** The commands that the page has buttons for. */
export type SessionPageCommand = 'allow' | 'again' | 'restartServer';

/** Messages from the page to the extension. */
export type FromSessionPage =
  /** The first message of a page. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'command'; readonly command: SessionPageCommand }
  /** Opens the file of the skill, or the transcript. */
  | { readonly kind: 'file' }
  | { readonly kind: 'copy' }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'skill'; readonly id: string; readonly name: string }
  /** Compares a text that was loaded with today's. */
  | { readonly kind: 'compare'; readonly line: string };
