import { Disposable } from 'vscode';
import { registerCommand } from '../contributions/register-command.ts';
import type { BudgetTab } from './budget-tab.ts';
import type { ListingDocument } from './listing-document.ts';

/** "Open Budget and Costs", "Show Exactly What the Model Sees" and "Reset Listing Budget What-If". */
export function registerListingBudget(tab: BudgetTab, listing: ListingDocument): Disposable {
  return Disposable.from(
    registerCommand('openBudget', (skill?: unknown) => tab.open(typeof skill === 'string' ? { skill } : {})),
    registerCommand('showListing', () => listing.open(false)),
    registerCommand('resetWhatIf', () => tab.resetWhatIf()),
  );
}
