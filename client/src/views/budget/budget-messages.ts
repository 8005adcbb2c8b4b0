import type { BudgetReport, SessionInfo, SkillCost, WhatIf } from '../../../../server/src/protocol.ts';

/** What the extension tells the page of the view "Listing Budget". */
export type ToBudgetPage =
  | {
      readonly kind: 'report';
      readonly report: BudgetReport;
      /** More than one only where several folders are open. */
      readonly sessions: readonly SessionInfo[];
      readonly trusted: boolean;
    }
  | { readonly kind: 'cost'; readonly skill: string; readonly cost: SkillCost | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reset-what-if' };

/** What the page asks of the extension. */
export type FromBudgetPage =
  /** Also the first message of a page; the answer is a report, or that it failed. */
  | { readonly kind: 'ask'; readonly session?: string; readonly whatIf?: WhatIf }
  | { readonly kind: 'cost'; readonly skill: string }
  | { readonly kind: 'open'; readonly uri: string }
  | { readonly kind: 'why'; readonly skill: string; readonly question: 'unused' | 'overused' }
  | { readonly kind: 'run'; readonly command: BudgetPageCommand };

/** The commands that the page has buttons for. */
export type BudgetPageCommand = 'showListing' | 'newSkill' | 'restartServer' | 'showOutput';
