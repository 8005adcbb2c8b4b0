import { LISTING_BUDGET_2_1_7, LISTING_BUDGET_FRACTION, LISTING_BUDGET_VARIABLE } from '../../dialect/limits.ts';
import { DEFAULT_MODEL, type ModelContext, modelContext } from '../../dialect/models.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { Environment } from '../../platform/environment.ts';

/** What decides how large the listing may be. */
export interface ListingBudgetSettings {
  readonly runtime: RuntimeId;
  readonly environment: Pick<Environment, 'variable'>;
  /** `skillListingBudgetFraction` of valid settings; 2.1.7 has no such setting. */
  readonly fraction: number | undefined;
  /** The session's model by any of its names; undefined for the client's default. */
  readonly model: string | undefined;
  /** Tokens, in place of the window that the client would reckon with. */
  readonly contextWindow?: number | undefined;
}

/** How large the listing may be, and why. */
export interface ListingBudget {
  /** In columns of a terminal, for 2.1.7 in UTF-16 units; negative if the environment says so. */
  readonly budget: number;
  /** What it was taken from; the default follows from the model alone. */
  readonly source: 'env' | 'settings' | 'default';
  /** What the latest release computes it from, also where the environment overrides the result. */
  readonly context?: ModelContext;
  /** The part of the window, also where the environment overrides the result. */
  readonly fraction?: number;
}

/** The listing's budget as the client reckons it. */
export function listingBudget(settings: ListingBudgetSettings): ListingBudget {
  const { runtime, environment } = settings;
  // A number as JavaScript reads it (`300`, `3e2`, `0x12c`); whatever else, zero too, counts as not set.
  const fromEnvironment = readNumber(environment.variable(LISTING_BUDGET_VARIABLE)) || undefined;
  if (runtime !== 'claude-code') {
    return fromEnvironment === undefined
      ? { budget: LISTING_BUDGET_2_1_7, source: 'default' }
      : { budget: fromEnvironment, source: 'env' };
  }
  const model = modelContext(settings.model ?? DEFAULT_MODEL, (name) => environment.variable(name));
  const context = { ...model, window: settings.contextWindow ?? model.window };
  const fraction = settings.fraction ?? LISTING_BUDGET_FRACTION;
  if (fromEnvironment !== undefined) return { budget: fromEnvironment, source: 'env', context, fraction };
  const budget = Math.max(1, Math.floor(context.window * fraction * context.charactersPerToken));
  return { budget, source: settings.fraction === undefined ? 'default' : 'settings', context, fraction };
}

/** A number as JavaScript reads it, or in groups of three digits as people write it: `30_000`, `30,000`. */
function readNumber(text: string | undefined): number {
  const isGrouped = text !== undefined && /^\s*\d{1,3}([_,]\d{3})+\s*$/.test(text);
  return Number(isGrouped ? text.replaceAll(/[_,]/g, '') : text);
}
