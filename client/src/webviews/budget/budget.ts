import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { WhatIf } from '../../../../server/src/protocol.ts';
import type { FromBudgetPage, ToBudgetPage } from '../../views/budget/budget-messages.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { BudgetPage } from './budget-page.ts';

/** The state that is kept while the view is hidden, and when the window reloads. */
interface KeptState {
  readonly session?: string;
  readonly whatIf?: WhatIf;
  readonly chosen?: string;
}

const host = connectExtensionHost<FromBudgetPage, ToBudgetPage, KeptState>();
const kept = host.state ?? {};

const page = new BudgetPage({
  session: kept.session,
  whatIf: kept.whatIf,
  chosen: kept.chosen,
  send: host.send,
  keep: ({ session, whatIf, chosen }) =>
    host.keep({
      ...(session !== undefined && { session }),
      ...(whatIf && { whatIf }),
      ...(chosen !== undefined && { chosen }),
    }),
});
host.onMessage((message) => page.receive(message));
document.body.append(page.element);
page.ask();
