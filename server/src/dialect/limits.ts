import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import type { Source } from './source.ts';

/** A number that a skill should or must not exceed. */
export interface Limit {
  readonly value: number;
  readonly unit: string;
  readonly description: string;
  /** The first Claude Code release that has it. */
  readonly since?: string;
  /** The Claude Code setting that changes it. */
  readonly setting?: string;
  /** The environment variable that changes it. */
  readonly environment?: string;
  /** Absent for Skillwright's own limits. */
  readonly source?: Source;
}

/** The limits by name, with units and sources; the constants below are their values. */
export const LIMITS: Readonly<Record<keyof typeof dialects.limits, Limit>> = dialects.limits;

/** Characters above which Claude Code ignores `name`. */
export const NAME_IGNORED_ABOVE = LIMITS['name-ignored'].value;

/** UTF-16 units of description and when_to_use in the listing; `skillListingMaxDescChars` changes it. */
export const LISTING_TEXT_CAP = LIMITS['listing-text'].value;

/** The part of the context window that the listing may take; `skillListingBudgetFraction` changes it. */
export const LISTING_BUDGET_FRACTION = LIMITS['listing-budget-fraction'].value;

/** UTF-16 units of the whole listing of release 2.1.7. */
export const LISTING_BUDGET_2_1_7 = LIMITS['listing-budget-2.1.7'].value;

/** The environment variable that sets the listing's budget, whatever the model and the settings say. */
export const LISTING_BUDGET_VARIABLE = dialects.limits['listing-budget-fraction'].environment;

/** UTF-16 units of a body line that stands in for a missing description. */
export const FALLBACK_DESCRIPTION_CAP = LIMITS['fallback-description'].value;

/** Different texts of the shape of an emoji that are looked up in one description. */
export const EMOJI_TOLD_APART = LIMITS['emoji-told-apart'].value;

/** UTF-16 units at the beginning of a description that should name the key use. */
export const DESCRIPTION_FRONT = LIMITS['description-front'].value;

/** Lines of a SKILL.md above which it is better split. */
export const BODY_LINES_ADVISED = LIMITS['body-lines'].value;

/** Tokens of a body above which it is better split. */
export const BODY_TOKENS_ADVISED = LIMITS['body-tokens'].value;

/** Tokens of an invoked skill that survive compaction. */
export const COMPACTION_TOKENS = LIMITS['compaction-tokens'].value;

/** Findings of one rule in one file above which no further ones are listed. */
export const LISTED_FINDINGS = LIMITS['listed-findings'].value;

/** Entries of an outline, folds or hints of one file above which an editor gets no further ones. */
export const EDITOR_ITEMS = LIMITS['editor-items'].value;

/** Bytes of a SKILL.md above which the latest client does not load it at all. */
export const NOT_LOADED_ABOVE = LIMITS['not-loaded-bytes'].value;

/** Bytes of a command or agent above which the latest client does not load it at all. */
export const COMMAND_NOT_LOADED_ABOVE = LIMITS['not-loaded-bytes-commands'].value;

/** UTF-16 units of a text with all that is put into it, above which nothing is sent. */
export const LONGEST_RENDERED_TEXT = LIMITS['rendered-text'].value;

/** UTF-16 units of an argument string of which single words can be edited. */
export const EDITED_ARGUMENTS_UP_TO = LIMITS['edited-arguments'].value;

/** UTF-16 units of a command above which the latest client does not take it apart. */
export const PARSED_COMMAND_UP_TO = LIMITS['parsed-command'].value;

/** UTF-16 units of a command above which no shell can be started with it. */
export const STARTABLE_COMMAND_UP_TO = LIMITS['startable-command'].value;

/** How often parts of one command are compared with rules. */
export const RULE_COMPARISONS = LIMITS['rule-comparisons'].value;

/** UTF-16 units of an argument string above which quotes in it mean nothing. */
export const PARSED_ARGUMENTS_UP_TO = LIMITS['parsed-arguments'].value;

/** UTF-16 units of a text of a file that hovers, tooltips and completions show at most. */
export const SHOWN_TEXT = LIMITS['shown-text'].value;

/** Globs that the braces of `paths` may stand for in all; in one that would need more they stand for themselves. */
export const PATHS_ALTERNATIVES = LIMITS['paths-alternatives'].value;

/** The length of a glob of `paths`, times its alternatives and one, above which its braces stand for themselves. */
export const PATHS_EXPANSION = LIMITS['paths-expansion'].value;

/** UTF-16 units of all patterns with wildcards that are matched together. */
export const PATTERNS_WITH_WILDCARDS = LIMITS['patterns-with-wildcards'].value;

/** UTF-16 units of a hook's matcher above which it is not compared with names. */
export const HOOK_MATCHER = LIMITS['hook-matcher'].value;
