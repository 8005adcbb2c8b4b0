import { Disposable, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { ServerStart } from '../../server-start.ts';
import { BudgetQuestion } from './budget-question.ts';
import { BudgetStatusItem } from './budget-status-item.ts';
import { BudgetView } from './budget-view.ts';
import { ListingDocument } from './listing-document.ts';

/** The budget of the listing: its view, its item in the status bar, and the listing itself as a document. */
export function registerBudget(context: ExtensionContext, server: ServerStart, output: LogOutputChannel): Disposable {
  const question = new BudgetQuestion();
  return Disposable.from(
    question,
    new BudgetView(context.extensionUri, server, question, output),
    new BudgetStatusItem(server),
    new ListingDocument(server, question, output),
  );
}
