import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import type { FromResultsPage, KeptResults, ToResultsPage } from '../../evaluations/results/result-messages.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { ResultsPage } from './results-page.ts';

const host = connectExtensionHost<FromResultsPage, ToResultsPage, KeptResults>();
const page = new ResultsPage({ kept: host.state, send: host.send, keep: host.keep });
host.onMessage((message) => page.receive(message));
document.body.append(page.element);
page.start();
