import type { Catalog, Listing, ListingChanges } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { bestShortening, missingIn, SHORT_TEXT, type Shortening } from '../../catalog/listing/best-shortening.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { inThousands } from '../../document/text/numbers.ts';
import type { BudgetAdvice } from '../../protocol.ts';
import { shownState, textCut } from './shown-state.ts';

/** More skills than this are not brought back by a few shorter descriptions. */
const manySkills = 20;

/**
 * The first thing to do so that more skills are listed in full; undefined if all are.
 *
 * @param isNeverUsed what past sessions say, if they are read
 */
export function* budgetAdvice(
  catalog: Catalog,
  listing: Listing,
  changes: ListingChanges,
  isNeverUsed: (skill: CatalogSkill) => boolean,
): Generator<void, BudgetAdvice | undefined> {
  const missing = missingIn(listing).length;
  if (missing > 0) {
    const best = yield* bestShortening(catalog, listing, changes);
    if (missing > manySkills && (best?.shown ?? 0) < missing / 2) return turningOff(listing, missing, isNeverUsed);
    return best ? shortening(best, listing) : makingRoom(catalog);
  }
  const cut = listing.entries.filter((it) => shownState(it) === 'cut').map(({ skill }) => skill!);
  if (cut.length === 0) return undefined;
  const skills = cut.map(({ id }) => id);
  const [first] = cut;
  if (cut.length > 1) return { text: `Shorten ${inThousands(cut.length)} descriptions to show their ends`, skills };
  return { text: `Shorten ${first!.name} to show its last ${inThousands(textCut(first!)!.lost)} characters`, skills };
}

/** Where far more is listed than fits. */
function turningOff(
  { entries }: Listing,
  missing: number,
  isNeverUsed: (skill: CatalogSkill) => boolean,
): BudgetAdvice {
  const unused = entries.flatMap(({ skill }) => (skill && isNeverUsed(skill) ? [skill] : []));
  const which =
    unused.length === 0
      ? 'those that you do not need here'
      : unused.length === 1
        ? 'the one that was never used'
        : `the ${inThousands(unused.length)} that were never used`;
  return {
    text: `${inThousands(missing)} are not in full: disable or move ${which}`,
    skills: unused.map(({ id }) => id),
  };
}

function shortening({ skills, shown }: Shortening, listing: Listing): BudgetAdvice {
  const descriptions = skills.length === 1 ? '1 description' : `${skills.length} descriptions`;
  const about = listing.estimatedBecause.length === 0 ? '' : '≈ ';
  return {
    text: `Shorten ${descriptions} to show ${about}${inThousands(shown)} more in full`,
    detail: `Each to ${SHORT_TEXT} characters: ${skills.map(({ name }) => name).join(', ')}`,
    skills: skills.map(({ id }) => id),
  };
}

function makingRoom({ runtime }: Catalog): BudgetAdvice {
  const setting =
    capabilities(runtime).fixedListingBudget === null ? 'skillListingBudgetFraction' : 'SLASH_COMMAND_TOOL_CHAR_BUDGET';
  return { text: `Turn off skills, or raise ${setting}`, skills: [] };
}
