import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { BudgetAnswer, FromMeterPage } from '../../budget/budget-messages.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { MeterPage } from './meter-page.ts';

const host = connectExtensionHost<FromMeterPage, BudgetAnswer, never>();

const page = new MeterPage(host.send);
host.onMessage((message) => page.receive(message));
document.body.append(page.element);
host.send({ kind: 'ask' });
