import type { CrowdedListing } from '../../catalog/file/crowded-listing.ts';
import { SHORT_TEXT } from '../../catalog/listing/best-shortening.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Report, Rule } from '../rule.ts';

export const listingTruncated: Rule = {
  id: 'listing-truncated',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A skill whose description the model does not see because the skill listing exceeds its budget',
  source: 'https://code.claude.com/docs/en/skills',
  check(context, report) {
    const { document, file } = context;
    const listed = file.inCatalog?.own?.listed;
    if (!listed || listed.crowd === 'elsewhere') return;
    const { budget, missing, exact, state, crowd } = listed;
    if (!crowd && (missing === undefined || state === 'full')) return;
    const { listingUnit: unit, fixedListingBudget } = capabilities(document.runtime);
    const about = exact ? '' : 'about ';
    const range = ownFields(context)?.get('description')?.keyRange ?? firstLine(document);
    const raise = fixedListingBudget === null ? '`skillListingBudgetFraction`' : '`SLASH_COMMAND_TOOL_CHAR_BUDGET`';
    if (crowd) {
      const cause = `because all texts together exceed the listing budget of ${inThousands(budget)} ${unit} by ${about}${inThousands(crowd.wanted - budget)}`;
      const isHidden = fixedListingBudget !== null;
      report({ range, ...describeCrowd(crowd, isHidden, cause, about, raise) });
      return;
    }
    const seen = state === 'hidden' ? `nothing of this ${file.kind}` : 'only the name';
    report({
      range,
      message: `The model sees ${seen}, because the text is ${about}${inThousands(missing!)} ${unit} longer than what the others leave of the listing budget of ${inThousands(budget)}. Shorten descriptions, turn off skills, or raise ${raise}`,
    });
  },
};

/** One finding for all skills of the session. */
function describeCrowd(
  { count: left, total, shorten, regained }: CrowdedListing,
  isHidden: boolean,
  cause: string,
  about: string,
  raise: string,
): Pick<Report, 'message' | 'related'> {
  const fate = isHidden ? 'are not listed' : 'are listed by name only';
  const situation = `${inThousands(left)} of ${inThousands(total)} skills ${fate}, ${cause}`;
  const [, ...others] = shorten;
  if (shorten.length === 0) return { message: `${situation}. Turn off skills, or raise ${raise}` };
  const names = others.map(({ name }) => showText(name));
  const which =
    names.length === 0
      ? 'this description'
      : `this description and ${names.length === 1 ? 'that' : 'those'} of ${inWords(names)}`;
  return {
    message: `${situation}. Shortening ${which} to ${SHORT_TEXT} characters brings back ${about}${inThousands(regained)}`,
    related: others.map(({ name, path, length }) => ({
      path,
      range: { start: 0, end: 0 },
      message: `The text of ${showText(name)} has ${inThousands(length)} characters`,
    })),
  };
}
