import { LISTING_BUDGET_FRACTION, LISTING_BUDGET_VARIABLE } from '../../dialect/limits.ts';
import { DEFAULT_MODEL, type ModelContext, modelContext } from '../../dialect/models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { Environment } from '../../platform/environment.ts';

/** The settings that determine the size of the listing. */
interface ListingBudgetSettings {
  readonly runtime: RuntimeId;
  readonly environment: Pick<Environment, 'variable'>;
  /** `skillListingBudgetFraction` of valid settings; not for a release with a fixed budget. */
  readonly fraction: number | undefined;
  /** The session's model by any of its names; undefined for Claude Code's default. */
  readonly model: string | undefined;
  /** Tokens; replaces the context window that Claude Code would assume. */
  readonly contextWindow?: number | undefined;
}

/** The maximum size of the listing, and why. */
export interface ListingBudget {
  /** In the unit of the release: columns of a terminal or UTF-16 units; negative if the environment says so. */
  readonly budget: number;
  /** The source of the value; the default depends on the model alone. */
  readonly source: 'env' | 'settings' | 'default';
  /** The basis of the latest release's computation, also if the environment overrides the result. */
  readonly context?: ModelContext;
  /** The fraction of the window, also if the environment overrides the result. */
  readonly fraction?: number;
}

/** The listing's budget as Claude Code computes it. */
export function listingBudget(settings: ListingBudgetSettings): ListingBudget {
  const { runtime, environment } = settings;
  // A number as JavaScript reads it (`300`, `3e2`, `0x12c`); anything else, and zero, counts as not set.
  const fromEnvironment = readNumber(environment.variable(LISTING_BUDGET_VARIABLE)) || undefined;
  const { fixedListingBudget } = capabilities(runtime);
  if (fixedListingBudget !== null) {
    return fromEnvironment === undefined
      ? { budget: fixedListingBudget, source: 'default' }
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
