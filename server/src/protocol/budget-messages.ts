import type { SessionInfo } from './tree-messages.ts';

/** How reliable a number is. */
export interface Exactness {
  readonly exact: boolean;
  /** Why the number is an estimate, one sentence per reason; empty if it is exact. */
  readonly reasons: readonly string[];
}

/** The options of "what if"; none of them changes a file. */
export interface WhatIf {
  /** Tokens. */
  readonly contextWindow?: number;
  /** Columns. */
  readonly budget?: number;
  /** A model's alias or id. */
  readonly model?: string;
  /** Ids of skills that are turned off. */
  readonly without?: readonly string[];
  /** Keys of plugins and collections in the session's folder that are installed. */
  readonly installed?: readonly string[];
}

/** `skillwright/budget`. */
export interface BudgetParams {
  /** The session; absent for the first one. */
  readonly session?: string;
  readonly whatIf?: WhatIf;
  /** Without a what-if, counts as installed what the folder offers and {@link OfferedShare.atFirst} says. */
  readonly withOffered?: boolean;
}

/** A listing as a whole, in the words that every place uses. They begin with `≈ ` where the numbers are estimates. */
export interface BudgetTotal {
  /** `88 %` */
  readonly share: string;
  /** `26,562 of 30,000 columns` */
  readonly usage: string;
  /** The number of skills of which the budget or the maximum length of a text leaves out a part. */
  readonly notInFull: number;
}

/** How skills would fit into the list of another product. */
export interface TargetBudget {
  readonly target: string;
  readonly title: string;
  /** All of it in one line. */
  readonly summary: string;
  readonly budget: number;
  readonly unit: 'characters' | 'tokens';
  readonly used: number;
  readonly wanted: number;
  /** Where the budget comes from, in words. */
  readonly detail: string;
  /** The product's setting that changes it. */
  readonly setting?: string;
  /** The address of the document. */
  readonly source: string;
  /** In the order of its list. */
  readonly entries: readonly TargetBudgetEntry[];
}

export interface TargetBudgetEntry {
  readonly name: string;
  readonly path: string;
  /** Its size now, and with its whole description. */
  readonly chars: number;
  readonly full: number;
  readonly state: 'full' | 'shortened' | 'name-only' | 'hidden';
}

/** How the listing of a session fits into its budget. Sizes are display columns, in old releases UTF-16 units. */
export interface BudgetReport extends Exactness, BudgetTotal {
  readonly session: SessionInfo;
  /** The session without the what-if; absent without one. */
  readonly now?: BudgetTotal;
  /** The first thing to do; absent if every skill is shown in full. */
  readonly advice?: BudgetAdvice;
  readonly budget: number;
  readonly source: 'env' | 'settings' | 'default' | 'what-if';
  /** Details of `source`, such as the variable's name or the settings file. */
  readonly sourceDetail: string;
  /** The model that the default budget belongs to, as users write it. */
  readonly model: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly used: number;
  /** The size of the listing with every text in full. */
  readonly wanted: number;
  readonly unit: 'columns' | 'characters';
  /** Parts of `used`, in the order of the listing; Claude Code's own skills are `bundled`. */
  readonly tiers: readonly { readonly tier: string; readonly label: string; readonly chars: number }[];
  /** In the order of the listing; skills that are turned off in the what-if keep their places. */
  readonly entries: readonly BudgetEntry[];
  readonly startContext: readonly ContextPart[];
  /** The same skills in other products that the user has named and whose budget is documented. */
  readonly targets: readonly TargetBudget[];
  /** The plugins and collections in the session's folder; counted above only where the what-if installs them. */
  readonly repository: readonly OfferedShare[];
  /** Choices for the what-if, with their context windows in tokens. */
  readonly models: readonly { readonly name: string; readonly label: string; readonly contextWindow: number }[];
}

/** A plugin or collection in the session's folder that Claude Code does not load: in no number but its own. */
export interface OfferedShare {
  readonly key: string;
  readonly label: string;
  /** Skills and commands that the model would see. */
  readonly skills: number;
  /** Their share of the listing if all are in full, in the unit of the report. */
  readonly full: number;
  /** Why Claude Code would not load it. */
  readonly problem?: string;
  /** Shown as installed until the user chooses: in a repository of skills, whose session has none of the user. */
  readonly atFirst?: true;
}

/** A sentence without full stop, and the skills that it is about. */
export interface BudgetAdvice {
  readonly text: string;
  readonly detail?: string;
  readonly skills: readonly string[];
}

/** One skill in the listing. */
export interface BudgetEntry {
  /** The skill's id; absent for Claude Code's own. */
  readonly id?: string;
  readonly name: string;
  readonly tier: string;
  /** The tier for users. */
  readonly tierLabel: string;
  /** Its current size. */
  readonly chars: number;
  /** Its size with its whole text, up to the maximum length of one text. */
  readonly full: number;
  /** Its part of the budget: `3.9 %`. */
  readonly share: string;
  /** `cut`: at the maximum length of one text. `hidden`: nothing of it is shown. `off`: turned off in the what-if. */
  readonly state: 'full' | 'cut' | 'name-only' | 'hidden' | 'off';
  /** The state in a word or two: `name only`. */
  readonly label: string;
  /** Its reason in a few words: `needs 412 more`. */
  readonly detail?: string;
  /** The text that the model sees, explained in sentences. */
  readonly explanation: string;
  /** The budget or the maximum length of a text leaves out a part of it. */
  readonly notInFull: boolean;
  /** How much was missing when the budget reached it; only if the budget is the cause. */
  readonly missing?: number;
  readonly uri?: string;
}

/** A part of the context window that is used at the start or on demand. Tokens are estimates. */
export interface ContextPart {
  readonly label: string;
  readonly tokens: number;
  /** Absent for parts that do not come from a file. */
  readonly uri?: string;
}

/** `skillwright/skillCost`: how much of the context window one skill uses. */
export interface SkillCostParams extends BudgetParams {
  readonly skill: string;
}

export interface SkillCost {
  readonly name: string;
  /** Tokens. */
  readonly contextWindow: number;
  /** The listing line. */
  readonly l1: ContextPart;
  /** As the model reads it; absent if it does not. */
  readonly line?: string;
  /** The body on invocation. */
  readonly l2: ContextPart;
  /** Each bundled file that is text. */
  readonly l3: readonly ContextPart[];
  /** The folder contains more files than were read. */
  readonly l3Incomplete: boolean;
}
