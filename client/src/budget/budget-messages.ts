import type { BudgetReport, PastUse, ResultOf, SessionInfo, SkillCost, WhatIf } from '../../../server/src/protocol.ts';

/** The number of problems of a file. */
export type Problems = NonNullable<ResultOf<'skillwright/problems'>>;

/** The part of the budget that the user wants to see. */
export interface BudgetTarget {
  /** The id of a skill to select. */
  readonly skill?: string;
  /** Only skills that are not shown in full. */
  readonly notInFull?: boolean;
}

/** An answer to the question of a page. */
export type BudgetAnswer =
  | {
      readonly kind: 'report';
      readonly report: BudgetReport;
      /** More than one only if several folders are open. */
      readonly sessions: readonly SessionInfo[];
      readonly trusted: boolean;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** Messages from the page of the Listing Budget view. Messages to it are answers about the session as it is. */
export type FromMeterPage =
  /** Also the first message of a page. The answer is `report` or `failed`. */
  | { readonly kind: 'ask'; readonly session?: string }
  | { readonly kind: 'open-budget'; readonly target: BudgetTarget }
  | { readonly kind: 'run'; readonly command: BudgetPageCommand };

/** Messages from the extension to the page of the budget's tab. */
export type ToBudgetPage =
  | BudgetAnswer
  | { readonly kind: 'cost'; readonly skill: string; readonly cost: SkillCost | null }
  | { readonly kind: 'problems'; readonly problems: readonly (readonly [uri: string, problems: Problems])[] }
  /** How often past sessions used each skill; null if they are not read. */
  | { readonly kind: 'past-use'; readonly uses: readonly PastUse[] | null }
  | { readonly kind: 'show'; readonly target: BudgetTarget }
  | { readonly kind: 'reset-what-if' };

/** Messages from the page of the budget's tab. */
export type FromBudgetPage =
  /** Also the first message of a page. The answer is `report` or `failed`. */
  | { readonly kind: 'ask'; readonly session?: string; readonly whatIf?: WhatIf }
  | { readonly kind: 'cost'; readonly skill: string }
  /** Asks for the problems of files; the answer comes in parts. */
  | { readonly kind: 'problems'; readonly uris: readonly string[] }
  | { readonly kind: 'open'; readonly uri: string }
  | { readonly kind: 'why'; readonly skill: string }
  | { readonly kind: 'sessions'; readonly skill: string }
  | { readonly kind: 'listing' }
  | { readonly kind: 'run'; readonly command: BudgetPageCommand };

/** The commands that the pages have buttons for. */
export type BudgetPageCommand = 'newSkill' | 'restartServer' | 'showOutput';
