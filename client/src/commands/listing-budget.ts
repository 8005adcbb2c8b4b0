import { commands, Disposable } from 'vscode';
import type { BudgetTab } from '../views/budget/budget-tab.ts';
import type { ListingDocument } from '../views/budget/listing-document.ts';

/** "Open Budget", "Show Exactly What the Model Sees" and "Reset Listing Budget What-If". */
export function registerListingBudget(tab: BudgetTab, listing: ListingDocument): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.openBudget', (skill?: unknown) =>
      tab.open(typeof skill === 'string' ? { skill } : {}),
    ),
    commands.registerCommand('skillwright.showListing', () => listing.open(false)),
    commands.registerCommand('skillwright.resetWhatIf', () => tab.resetWhatIf()),
  );
}
