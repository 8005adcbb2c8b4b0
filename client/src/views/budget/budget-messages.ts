import type { BudgetReport, SessionInfo, SkillCost, WhatIf } from '../../../../server/src/protocol.ts';

/** Messages from the extension to the page of the Listing Budget view. */
export type ToBudgetPage =
  | {
      readonly kind: 'report';
      readonly report: BudgetReport;
      /** More than one only if several folders are open. */
      readonly sessions: readonly SessionInfo[];
      readonly trusted: boolean;
    }
  | { readonly kind: 'cost'; readonly skill: string; readonly cost: SkillCost | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reset-what-if' };

/** Messages from the page to the extension. */
export type FromBudgetPage =
  /** Also the first message of a page. The answer is `report` or `failed`. */
  | { readonly kind: 'ask'; readonly session?: string; readonly whatIf?: WhatIf }
  | { readonly kind: 'cost'; readonly skill: string }
  | { readonly kind: 'open'; readonly uri: string }
  | { readonly kind: 'why'; readonly skill: string; readonly question: 'unused' | 'overused' }
  | { readonly kind: 'run'; readonly command: BudgetPageCommand };

/** The commands that the page has buttons for. */
export type BudgetPageCommand = 'showListing' | 'newSkill' | 'restartServer' | 'showOutput';
