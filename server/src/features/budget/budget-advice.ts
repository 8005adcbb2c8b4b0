import type { Catalog, ListedSkill, Listing, ListingChanges } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { BudgetAdvice } from '../../protocol.ts';
import { inThousands } from '../text/in-thousands.ts';
import { shownState, textCut } from './shown-state.ts';

/** The length that a description is shortened to: enough for what a skill does and when to use it. */
const shortLength = 250;

/** More than this are too many to shorten at once. */
const maxShortened = 5;

/** What to do first so that more skills are listed in full; undefined if all are. */
export function budgetAdvice(catalog: Catalog, listing: Listing, changes: ListingChanges): BudgetAdvice | undefined {
  const missing = missingIn(listing);
  if (missing > 0) return shortening(catalog, listing, changes, missing) ?? makingRoom(catalog);
  const cut = listing.entries.filter((it) => shownState(it) === 'cut').map(({ skill }) => skill!);
  if (cut.length === 0) return undefined;
  const skills = cut.map(({ id }) => id);
  const [first] = cut;
  if (cut.length > 1) return { text: `Shorten ${inThousands(cut.length)} descriptions to show their ends`, skills };
  return { text: `Shorten ${first!.name} to show its last ${inThousands(textCut(first!)!.lost)} characters`, skills };
}

/** The longest descriptions that bring back the most others: of all skills, or of those that take the space now. */
function shortening(
  catalog: Catalog,
  listing: Listing,
  changes: ListingChanges,
  missing: number,
): BudgetAdvice | undefined {
  let best: { readonly skills: readonly string[]; readonly shown: number } | undefined;
  for (const candidates of [
    longest(listing.entries),
    longest(listing.entries.filter(({ state }) => state === 'full')),
  ]) {
    for (let count = 1; count <= candidates.length; count++) {
      const skills = candidates.slice(0, count).map(({ id }) => id);
      const shortened = { skills: new Set(skills), length: shortLength };
      const shown = missing - missingIn(catalog.listing({ ...changes, shortened }));
      // The fewest that have this effect.
      if (shown > (best?.shown ?? 0) || (shown === best?.shown && count < best.skills.length)) best = { skills, shown };
    }
  }
  if (!best) return undefined;
  const { skills, shown } = best;
  const descriptions = skills.length === 1 ? '1 description' : `${skills.length} descriptions`;
  const about = listing.estimatedBecause.length === 0 ? '' : '≈ ';
  return {
    text: `Shorten ${descriptions} to show ${about}${inThousands(shown)} more`,
    detail: `Each to ${shortLength} characters: ${skills.map((id) => catalog.get(id)!.name).join(', ')}`,
    skills,
  };
}

function longest(entries: readonly ListedSkill[]): CatalogSkill[] {
  return entries
    .flatMap(({ skill }) => (skill && canBeShortened(skill) ? [skill] : []))
    .sort((one, other) => other.entry!.text.length - one.entry!.text.length)
    .slice(0, maxShortened);
}

function makingRoom({ runtime }: Catalog): BudgetAdvice {
  const setting =
    capabilities(runtime).fixedListingBudget === null ? 'skillListingBudgetFraction' : 'SLASH_COMMAND_TOOL_CHAR_BUDGET';
  return { text: `Turn off skills, or raise ${setting}`, skills: [] };
}

/** Not one of an administrator or of a plugin's author. */
function canBeShortened({ entry, source }: CatalogSkill): boolean {
  const isOthers = source.tier === 'managed' || source.plugin !== undefined;
  return entry !== undefined && !entry.nameOnly && !isOthers && entry.text.length > shortLength;
}

function missingIn({ entries }: { readonly entries: readonly ListedSkill[] }): number {
  return entries.filter(({ missing }) => missing !== undefined).length;
}
