import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { firstLine } from '../../document/first-line.ts';
import { ownFields } from '../readings/own-fields.ts';
import type { Rule } from '../rule.ts';

export const listingTruncated: Rule = {
  id: 'listing-truncated',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A skill whose description the model does not see because the skill listing exceeds its budget',
  source: 'https://code.claude.com/docs/en/skills',
  check(context, report) {
    const { document, file } = context;
    const listed = file.inCatalog?.own?.listed;
    if (listed?.missing === undefined || listed.state === 'full') return;
    const { budget, wanted, missing, exact, state } = listed;
    const { listingUnit: unit, fixedListingBudget } = capabilities(document.runtime);
    const about = exact ? '' : 'about ';
    const seen = state === 'hidden' ? `nothing of this ${file.kind}` : 'only the name';
    const wayOut =
      fixedListingBudget === null
        ? 'Shorten descriptions, turn off skills, or raise `skillListingBudgetFraction`'
        : 'Shorten descriptions or raise `SLASH_COMMAND_TOOL_CHAR_BUDGET`';
    report({
      range: ownFields(context)?.get('description')?.value.range ?? firstLine(document),
      message: `The model sees ${seen}: all skills together exceed the listing budget of ${count(budget)} ${unit} by ${about}${count(wanted - budget)}, and this one is ${about}${count(missing)} too long for the remaining space. ${wayOut}`,
    });
  },
};

function count(columns: number): string {
  return columns.toLocaleString('en-US');
}
