import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { FromBudgetPage, ToBudgetPage } from '../../budget/budget-messages.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { BudgetPage, type BudgetPageState } from './budget-page.ts';

const host = connectExtensionHost<FromBudgetPage, ToBudgetPage, BudgetPageState>();

const page = new BudgetPage({ state: host.state ?? {}, send: host.send, keep: host.keep });
host.onMessage((message) => page.receive(message));
document.body.append(page.element);
page.ask();
