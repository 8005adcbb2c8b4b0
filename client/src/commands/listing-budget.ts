import { commands, Disposable } from 'vscode';
import type { BudgetView } from '../views/budget/budget-view.ts';
import type { ListingDocument } from '../views/budget/listing-document.ts';

/** "Show Listing Budget", "Show Exactly What the Model Sees" and "Reset What-If". */
export function registerListingBudget(view: BudgetView, listing: ListingDocument): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.showBudget', () => commands.executeCommand('skillwright.budget.focus')),
    commands.registerCommand('skillwright.showListing', () => listing.open()),
    commands.registerCommand('skillwright.resetWhatIf', () => view.resetWhatIf()),
  );
}
