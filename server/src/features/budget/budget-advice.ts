import type { Catalog, Listing, ListingChanges } from '../../catalog/catalog.ts';
import { bestShortening, missingIn, SHORT_TEXT } from '../../catalog/listing/best-shortening.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { inThousands } from '../../document/text/in-thousands.ts';
import type { BudgetAdvice } from '../../protocol.ts';
import { shownState, textCut } from './shown-state.ts';

/** What to do first so that more skills are listed in full; undefined if all are. */
export function* budgetAdvice(
  catalog: Catalog,
  listing: Listing,
  changes: ListingChanges,
): Generator<void, BudgetAdvice | undefined> {
  if (missingIn(listing).length > 0) return (yield* shortening(catalog, listing, changes)) ?? makingRoom(catalog);
  const cut = listing.entries.filter((it) => shownState(it) === 'cut').map(({ skill }) => skill!);
  if (cut.length === 0) return undefined;
  const skills = cut.map(({ id }) => id);
  const [first] = cut;
  if (cut.length > 1) return { text: `Shorten ${inThousands(cut.length)} descriptions to show their ends`, skills };
  return { text: `Shorten ${first!.name} to show its last ${inThousands(textCut(first!)!.lost)} characters`, skills };
}

function* shortening(
  catalog: Catalog,
  listing: Listing,
  changes: ListingChanges,
): Generator<void, BudgetAdvice | undefined> {
  const best = yield* bestShortening(catalog, listing, changes);
  if (!best) return undefined;
  const { skills, shown } = best;
  const descriptions = skills.length === 1 ? '1 description' : `${skills.length} descriptions`;
  const about = listing.estimatedBecause.length === 0 ? '' : '≈ ';
  return {
    text: `Shorten ${descriptions} to show ${about}${inThousands(shown)} more`,
    detail: `Each to ${SHORT_TEXT} characters: ${skills.map(({ name }) => name).join(', ')}`,
    skills: skills.map(({ id }) => id),
  };
}

function makingRoom({ runtime }: Catalog): BudgetAdvice {
  const setting =
    capabilities(runtime).fixedListingBudget === null ? 'skillListingBudgetFraction' : 'SLASH_COMMAND_TOOL_CHAR_BUDGET';
  return { text: `Turn off skills, or raise ${setting}`, skills: [] };
}
