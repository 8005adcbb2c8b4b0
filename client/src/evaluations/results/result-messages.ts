import type { ResultHistory, ShownComparison, ShownResult, ShownResultRun } from '../../../../server/src/protocol.ts';

/** The state of the page that VS Code keeps while it is hidden, and when the window reloads. */
export interface KeptResults {
  readonly uri: string;
  readonly against?: string;
  /** Cases that are open, by their names. */
  readonly opened: readonly string[];
  /** Only cases that did not pass are shown. */
  readonly onlyFailed?: boolean;
}

export type ToResultsPage =
  /** The case to show first, if one was asked for. */
  | {
      readonly kind: 'result';
      readonly result: ShownResult;
      /** Whether Claude Code can be started. */
      readonly canRun: boolean;
      readonly caseName?: string;
    }
  | {
      readonly kind: 'runs';
      readonly caseIndex: number;
      readonly runs: readonly ShownResultRun[];
      readonly comparison?: ShownComparison;
    }
  | { readonly kind: 'history'; readonly history: ResultHistory }
  /** There are no results. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly reason: string };

/** A statement of a run, and whether it is met. */
export interface JudgedStatement {
  readonly caseIndex: number;
  /** The id of the run. */
  readonly run: string;
  readonly statement: number;
  readonly isMet: boolean;
}

/** Messages from the page to the extension. */
export type FromResultsPage =
  /** The first message of a page. */
  | { readonly kind: 'ready' }
  /** Asks for the runs of a case. */
  | { readonly kind: 'runs'; readonly caseIndex: number }
  /** Opens a file that a result names. */
  | { readonly kind: 'open'; readonly uri: string; readonly line?: number }
  /** Shows two files next to each other. */
  | { readonly kind: 'compareFiles'; readonly left: string; readonly right: string; readonly title: string }
  /** A person's judgement of a statement about a run. */
  | ({ readonly kind: 'judge' } & JudgedStatement)
  /** The same, and why: that is asked. */
  | ({ readonly kind: 'explain' } & JudgedStatement)
  /** Shows another result. */
  | { readonly kind: 'show'; readonly uri: string }
  /** Shows another result as the old version; none without a URI. */
  | { readonly kind: 'compareWith'; readonly uri?: string }
  | { readonly kind: 'command'; readonly command: ResultsPageCommand };

/** The commands that the page has buttons for. */
export type ResultsPageCommand = 'compare' | 'runOldVersion' | 'judge' | 'export' | 'restartServer' | 'showOutput';
