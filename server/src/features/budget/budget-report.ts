import { URI } from 'vscode-uri';
import type { Catalog, ListedSkill, Listing, ListingChanges } from '../../catalog/catalog.ts';
import type { CatalogSkill, Tier } from '../../catalog/catalog-skill.ts';
import { sessionModel, unavailableModel } from '../../catalog/settings/session-model.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { LISTING_BUDGET_VARIABLE } from '../../dialect/limits.ts';
import { DEFAULT_MODEL, isKnownModel, MODEL_ALIASES, modelContext, resolveModel } from '../../dialect/models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { consumerFacts } from '../../dialect/targets.ts';
import type { BudgetEntry, BudgetReport, ContextPart, OfferedShare, SessionInfo, WhatIf } from '../../protocol.ts';
import { inThousands } from '../text/in-thousands.ts';
import { tierLabel } from '../text/tier-label.ts';
import { modelLabel } from './model-label.ts';

/** The model in the recordings of releases that do not compute the budget from the model. */
const oldModel = 'claude-sonnet-4-5';

/** Number of last words that show where a text is truncated, or of characters in a text without spaces. */
const lastWordCount = 3;
const lastCharacters = 12;

/**
 * How the listing of a session fits into its budget.
 *
 * @param whatIf hypothetical changes
 * @param startContext what else is loaded at the start
 * @param repository what the folder offers, installed or not
 */
export function budgetReport(
  catalog: Catalog,
  whatIf: WhatIf | undefined,
  startContext: readonly ContextPart[],
  session: SessionInfo,
  repository: readonly OfferedShare[] = [],
): BudgetReport {
  const listing = catalog.listing(listingChanges(whatIf));
  const model = modelOf(catalog, whatIf);
  const reasons = [...listing.estimatedBecause, ...unknowns(catalog, model)];
  return {
    session,
    exact: reasons.length === 0,
    reasons,
    budget: finite(listing.budget.budget),
    source: whatIf?.budget === undefined ? listing.budget.source : 'what-if',
    sourceDetail: sourceDetail(catalog, listing, whatIf),
    model: modelLabel(model),
    contextWindow: contextWindow(listing, catalog, whatIf),
    used: listing.used,
    wanted: listing.wanted,
    unit: capabilities(catalog.runtime).listingUnit,
    tiers: tierShares(listing),
    entries: [...listing.entries.map(toEntry), ...switchedOff(catalog, whatIf)],
    startContext,
    repository,
    models: modelChoices(catalog),
  };
}

/** The part of a `WhatIf` that changes the listing. */
export function listingChanges(whatIf: WhatIf | undefined): ListingChanges {
  const { without, installed: _, ...rest } = whatIf ?? {};
  return without === undefined ? rest : { ...rest, without: new Set(without) };
}

/** The size of the context window for a listing, in tokens. */
export function contextWindow(listing: Listing, { session, settings }: Catalog, whatIf?: WhatIf): number {
  const asked = whatIf?.model ?? sessionModel(session, settings) ?? oldModel;
  return (
    whatIf?.contextWindow ??
    listing.budget.context?.window ??
    modelContext(asked, (name) => session.environment.variable(name)).window
  );
}

function modelOf({ runtime, session, settings }: Catalog, whatIf: WhatIf | undefined): string {
  const chosen = whatIf?.model ?? sessionModel(session, settings);
  return chosen ?? (capabilities(runtime).fixedListingBudget === null ? DEFAULT_MODEL : oldModel);
}

/** Why the numbers are estimates. */
function unknowns(catalog: Catalog, model: string): string[] {
  const reasons: string[] = [];
  const dependsOnModel = capabilities(catalog.runtime).fixedListingBudget === null;
  if (dependsOnModel && !isKnownModel(model)) {
    reasons.push(`The size of the context window of \`${model}\` is not known`);
  }
  for (const { source, path, message } of catalog.errors()) {
    if (source !== 'agents') reasons.push(`${shownPath(path, catalog.session)} may change this. ${message}`);
  }
  return reasons;
}

/** The environment may contain `Infinity`, which JSON cannot represent. */
function finite(budget: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, budget));
}

function sourceDetail(catalog: Catalog, { budget }: Listing, whatIf: WhatIf | undefined): string {
  if (whatIf?.budget !== undefined) return 'set in this what-if';
  if (budget.source === 'env') return `the environment variable ${LISTING_BUDGET_VARIABLE}`;
  const { context, fraction } = budget;
  if (context === undefined || fraction === undefined) return `the default of ${releaseOf(catalog)}`;
  // Avoids 0.7000000000000001.
  const percent = Number((fraction * 100).toPrecision(6));
  const calculation = `${percent}% of ${inThousands(context.window)} tokens at ${context.charactersPerToken} characters per token`;
  const file = catalog.settings.fraction?.path;
  const setIn =
    budget.source === 'settings' && file !== undefined ? `, set in ${shownPath(file, catalog.session)}` : '';
  const unavailable = whatIf?.model === undefined ? unavailableModel(catalog.session, catalog.settings) : undefined;
  const instead = unavailable === undefined ? '' : `; \`availableModels\` does not include \`${unavailable}\``;
  return `${calculation}${setIn}${instead}`;
}

function releaseOf({ runtime }: Catalog): string {
  return consumerFacts(runtime).title;
}

/** The share of each tier, including line endings; Claude Code's own skills last. */
function tierShares({ entries, used }: Listing): BudgetReport['tiers'] {
  const shares = new Map<ListedTier, number>();
  let lineEnds = used - entries.reduce((sum, { chars }) => sum + chars, 0);
  for (const { skill, chars, state } of entries) {
    if (state === 'hidden') continue;
    const tier = tierOf(skill);
    shares.set(tier, (shares.get(tier) ?? 0) + chars + (lineEnds-- > 0 ? 1 : 0));
  }
  return [...shares].map(([tier, chars]) => ({ tier, label: tierLabel(tier), chars }));
}

/** Where a line of the listing comes from. What is only installed in a what-if is never mixed with the session's own. */
type ListedTier = Tier | 'bundled' | 'repository';

function tierOf(skill: CatalogSkill | undefined): ListedTier {
  if (!skill) return 'bundled';
  return skill.source.repository === undefined ? skill.source.tier : 'repository';
}

function toEntry({ skill, name, state, chars, full, missing }: ListedSkill): BudgetEntry {
  const cut = state === 'full' && skill !== undefined && isCut(skill);
  return {
    ...(skill && { id: skill.id, uri: URI.file(skill.path).toString() }),
    name,
    tier: tierOf(skill),
    chars,
    full,
    state: cut ? 'shortened' : state,
    ...(missing !== undefined && { missing }),
    ...(cut && { cutAfter: endOfText(skill.entry!.text) }),
  };
}

/** Whether a skill's text is longer than the cap of one text. */
export function isCut({ entry }: CatalogSkill): boolean {
  return entry !== undefined && entry.uncutLength > entry.text.length;
}

/** The last words of a truncated text, after an ellipsis. */
export function endOfText(text: string): string {
  const shown = text.replace(/…$/, '').trimEnd();
  const words = shown.split(/\s+/);
  const end = words.slice(-lastWordCount).join(' ');
  // Words cannot be counted in scripts without spaces.
  const short = end.length <= lastWordCount * lastCharacters ? end : [...end].slice(-lastCharacters).join('');
  return short.length < shown.length ? `…${short}` : short;
}

/** What the disabled skills would take, in their old order. */
function switchedOff(catalog: Catalog, whatIf: WhatIf | undefined): BudgetEntry[] {
  const off = new Set(whatIf?.without);
  if (off.size === 0) return [];
  const { without: _, ...others } = listingChanges(whatIf);
  return catalog
    .listing(others)
    .entries.filter(({ skill }) => skill !== undefined && off.has(skill.id))
    .map((listed) => {
      const { id, name, tier, full, uri } = toEntry(listed);
      return {
        ...(id !== undefined && { id }),
        ...(uri !== undefined && { uri }),
        name,
        tier,
        full,
        chars: 0,
        state: 'off',
      };
    });
}

/** The models to choose from: those with a short name, and the session's own. */
function modelChoices({ session, settings }: Catalog): BudgetReport['models'] {
  const model = sessionModel(session, settings);
  const named = MODEL_ALIASES.flatMap((alias) => (alias.model === undefined ? [] : [alias.alias]));
  const own = model !== undefined && !MODEL_ALIASES.some((alias) => alias.model === resolveModel(model)) ? [model] : [];
  return [...own, ...named].map((name) => ({
    name,
    label: modelLabel(name),
    contextWindow: modelContext(name, (variable) => session.environment.variable(variable)).window,
  }));
}
