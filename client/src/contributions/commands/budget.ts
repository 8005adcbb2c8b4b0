import type { Commands } from '../command.ts';
import { inView, key } from '../conditions.ts';

/** Commands on the budget of the listing. */
export const budgetCommands = {
  openBudget: {
    title: 'Open Budget and Costs',
    icon: 'open-preview',
    menus: {
      'view/title': { when: inView('budget'), group: 'navigation@1' },
    },
  },
  showListing: {
    title: 'Show Exactly What the Model Sees',
    menus: {
      'view/title': { when: inView('budget'), group: '1_show@1' },
    },
  },
  resetWhatIf: { title: 'Reset Listing Budget What-If', enabled: key('hasWhatIf'), palette: key('hasWhatIf') },
} as const satisfies Commands;
