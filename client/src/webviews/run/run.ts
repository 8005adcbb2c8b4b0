import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { FromRunPage, KeptRun, ToRunPage } from '../../claude-code/runs/page/run-messages.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { RunPage } from './run-page.ts';

const host = connectExtensionHost<FromRunPage, ToRunPage, KeptRun>();
const page = new RunPage({ kept: host.state, send: host.send, keep: host.keep });
host.onMessage((message) => page.receive(message));
document.body.append(page.element);
page.start();
