import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import type { Source } from './source.ts';

/** A number that a skill should or must not exceed. */
interface Limit {
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

/** The fraction of the context window that the listing may take; `skillListingBudgetFraction` changes it. */
export const LISTING_BUDGET_FRACTION = LIMITS['listing-budget-fraction'].value;

/** The environment variable that sets the listing's budget, regardless of the model and the settings. */
export const LISTING_BUDGET_VARIABLE = dialects.limits['listing-budget-fraction'].environment;

/** UTF-16 units of a body line that replaces a missing description. */
export const MAX_FALLBACK_DESCRIPTION = LIMITS['fallback-description'].value;

/** Distinct emoji candidates that are looked up in one description. */
export const MAX_KNOWN_EMOJI = LIMITS['emoji-told-apart'].value;

/** UTF-16 units at the beginning of a description that should name the key use. */
export const DESCRIPTION_FRONT = LIMITS['description-front'].value;

/** Lines of a SKILL.md above which it should be split. */
export const MAX_ADVISED_LINES = LIMITS['body-lines'].value;

/** Tokens of a body above which it should be split. */
export const MAX_ADVISED_TOKENS = LIMITS['body-tokens'].value;

/** Tokens of an invoked skill that survive compaction. */
export const COMPACTION_TOKENS = LIMITS['compaction-tokens'].value;

/** Tokens of all invoked skills together that survive compaction. */
export const COMPACTION_TOKENS_TOTAL = LIMITS['compaction-tokens-total'].value;

/** Findings of one rule in one file above which no further ones are listed. */
export const MAX_LISTED_FINDINGS = LIMITS['listed-findings'].value;

/** Entries of an outline, folds or hints of one file above which an editor gets no further ones. */
export const MAX_EDITOR_ITEMS = LIMITS['editor-items'].value;

/** UTF-16 units of a text with everything inserted, above which nothing is sent. */
export const MAX_RENDERED_TEXT = LIMITS['rendered-text'].value;

/** UTF-16 units of an argument string above which single words cannot be edited. */
export const MAX_EDITED_ARGUMENTS = LIMITS['edited-arguments'].value;

/** UTF-16 units of a command above which the latest release does not split it. */
export const MAX_PARSED_COMMAND = LIMITS['parsed-command'].value;

/** UTF-16 units of a command above which no shell can be started with it. */
export const MAX_STARTABLE_COMMAND = LIMITS['startable-command'].value;

/** How often parts of one command are compared with rules. */
export const MAX_RULE_COMPARISONS = LIMITS['rule-comparisons'].value;

/** UTF-16 units of an argument string above which quotes in it have no meaning. */
export const MAX_PARSED_ARGUMENTS = LIMITS['parsed-arguments'].value;

/**
 * UTF-16 units of one line of a file that hovers, tooltips and completions show at most, if they show the line as a
 * whole.
 */
export const MAX_SHOWN_BLOCK = LIMITS['shown-block'].value;

/** UTF-16 units of a text of a file that hovers, tooltips and completions show at most. */
export const MAX_SHOWN_TEXT = LIMITS['shown-text'].value;

/** Globs that the braces of `paths` may expand to in all; in a glob that would exceed this, they are literal. */
export const MAX_PATHS_ALTERNATIVES = LIMITS['paths-alternatives'].value;

/** The length of a glob of `paths`, times its alternatives plus one, above which its braces are literal. */
export const MAX_PATHS_EXPANSION = LIMITS['paths-expansion'].value;

/** UTF-16 units of all patterns with wildcards that are matched together. */
export const MAX_WILDCARD_PATTERNS = LIMITS['patterns-with-wildcards'].value;

/** UTF-16 units of a hook's matcher above which it is not compared with names. */
export const MAX_HOOK_MATCHER = LIMITS['hook-matcher'].value;
