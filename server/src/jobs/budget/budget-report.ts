import { URI } from 'vscode-uri';
import type { Catalog, ListedSkill, Listing, ListingChanges } from '../../catalog/catalog.ts';
import type { CatalogSkill, Tier } from '../../catalog/catalog-skill.ts';
import { sessionModel, unavailableModel } from '../../catalog/settings/session-model.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { LISTING_BUDGET_VARIABLE } from '../../dialect/limits.ts';
import { DEFAULT_MODEL, isKnownModel, MODEL_ALIASES, modelContext, resolveModel } from '../../dialect/models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { consumerFacts, skillTargets, type TargetId } from '../../dialect/targets.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { inPercent, percentOf } from '../../features/text/amounts.ts';
import { tierLabel } from '../../features/text/tier-label.ts';
import type {
  BudgetEntry,
  BudgetReport,
  BudgetTotal,
  ContextPart,
  OfferedShare,
  SessionInfo,
  WhatIf,
} from '../../protocol.ts';
import { budgetAdvice } from './budget-advice.ts';
import { modelLabel } from './model-label.ts';
import { explainState, isNotInFull, shownState, stateDetail, stateLabels } from './shown-state.ts';
import { targetBudgets } from './target-budgets.ts';

/** The model in the recordings of releases that do not compute the budget from the model. */
const oldModel = 'claude-sonnet-4-5';

/**
 * How the listing of a session fits into its budget, found in small pieces.
 *
 * @param whatIf hypothetical changes
 * @param startContext what else is loaded at the start
 * @param repository what the folder offers, installed or not
 * @param now the session without the what-if, if that installs something
 * @param targets other products, as if the same skills were installed there
 * @param isNeverUsed what past sessions say, if they are read
 */
export function* budgetReport(
  catalog: Catalog,
  whatIf: WhatIf | undefined,
  startContext: readonly ContextPart[],
  session: SessionInfo,
  repository: readonly OfferedShare[] = [],
  now: Catalog = catalog,
  targets: readonly TargetId[] = [],
  isNeverUsed: (skill: CatalogSkill) => boolean = () => false,
): Generator<void, BudgetReport> {
  const changes = listingChanges(whatIf);
  const listing = whatIf === undefined ? catalog.listing() : yield* catalog.listingInSteps(changes);
  const advice = yield* budgetAdvice(catalog, listing, changes, isNeverUsed);
  const { model, reasons, total } = totalOf(catalog, listing, whatIf);
  return {
    session,
    ...total,
    exact: reasons.length === 0,
    reasons,
    ...(whatIf !== undefined && { now: totalOf(now, now.listing(), undefined).total }),
    ...(advice && { advice }),
    budget: finite(listing.budget.budget),
    source: whatIf?.budget === undefined ? listing.budget.source : 'what-if',
    sourceDetail: sourceDetail(catalog, listing, whatIf),
    model: modelLabel(model),
    contextWindow: contextWindow(listing, catalog, whatIf),
    used: listing.used,
    wanted: listing.wanted,
    unit: capabilities(catalog.runtime).listingUnit,
    tiers: tierShares(listing),
    entries: yield* entriesOf(catalog, listing, whatIf),
    startContext,
    targets: targetBudgets(catalog, skillTargets(targets), whatIf?.contextWindow),
    repository,
    models: modelChoices(catalog),
  };
}

/** The numbers of a listing as a whole, in words, with the model and the reasons why they are estimates. */
function totalOf(
  catalog: Catalog,
  { budget, used, entries, estimatedBecause }: Listing,
  whatIf: WhatIf | undefined,
): { readonly model: string; readonly reasons: readonly string[]; readonly total: BudgetTotal } {
  const model = modelOf(catalog, whatIf);
  const reasons = [...estimatedBecause, ...unknowns(catalog, model)];
  const about = reasons.length === 0 ? '' : '≈ ';
  const { listingUnit } = capabilities(catalog.runtime);
  const total = {
    share: `${about}${inPercent(used, finite(budget.budget))}`,
    usage: `${about}${inThousands(used)} of ${inThousands(finite(budget.budget))} ${listingUnit}`,
    notInFull: entries.filter(isNotInFull).length,
  };
  return { model, reasons, total };
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
  if (catalog.session.environment.isBrowser) {
    reasons.push(
      'A browser has no home folder, so the skills and settings of the user and the organization do not count',
    );
  }
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
  const calculation = `${percentOf(percent)} of ${inThousands(context.window)} tokens at ${context.charactersPerToken} characters per token`;
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

/** The entries in the order of the listing. Skills that the what-if leaves out keep their places. */
function* entriesOf(catalog: Catalog, listing: Listing, whatIf: WhatIf | undefined): Generator<void, BudgetEntry[]> {
  const off = new Set(whatIf?.without);
  const { listingUnit: unit } = capabilities(catalog.runtime);
  const toEntry = (listed: ListedSkill) => entryOf(listed, listing, unit);
  const { without: _, ...others } = listingChanges(whatIf);
  const all = off.size === 0 ? listing : yield* catalog.listingInSteps(others);
  const entries: BudgetEntry[] = [];
  let shown = 0;
  for (const listed of all.entries) {
    const isOff = listed.skill !== undefined && off.has(listed.skill.id);
    entries.push(isOff ? leftOut(toEntry(listed)) : toEntry(listing.entries[shown++] ?? listed));
    yield;
  }
  return entries;
}

function entryOf(listed: ListedSkill, { budget }: Listing, unit: string): BudgetEntry {
  const { skill, name, chars, full, missing } = listed;
  const tier = tierOf(skill);
  const state = shownState(listed);
  const detail = stateDetail(listed);
  return {
    ...(skill && { id: skill.id, uri: URI.file(skill.path).toString() }),
    name,
    tier,
    tierLabel: tierLabel(tier),
    chars,
    full,
    share: inPercent(chars, budget.budget),
    state,
    label: stateLabels[state],
    ...(detail !== undefined && { detail }),
    explanation: explainState(listed, unit),
    notInFull: isNotInFull(listed),
    ...(missing !== undefined && { missing }),
  };
}

function leftOut({ missing: _, detail: __, ...entry }: BudgetEntry): BudgetEntry {
  return {
    ...entry,
    chars: 0,
    share: inPercent(0, 1),
    state: 'off',
    label: stateLabels.off,
    explanation: 'Left out of this what-if.',
    notInFull: false,
  };
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
