import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { FromSessionPage, KeptSessionPage, ToSessionPage } from '../../sessions/session-messages.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { SessionsPage } from './sessions-page.ts';

const host = connectExtensionHost<FromSessionPage, ToSessionPage, KeptSessionPage>();
const page = new SessionsPage({ kept: host.state, send: host.send, keep: host.keep });
host.onMessage((message) => page.receive(message));
document.body.append(page.element);
page.start();
