import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import type { FromPreviewPage, KeptPreview, ToPreviewPage } from '../../preview/page/preview-messages.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { PreviewPage } from './preview-page.ts';

const host = connectExtensionHost<FromPreviewPage, ToPreviewPage, KeptPreview>();
const page = new PreviewPage({ kept: host.state ?? {}, send: host.send, keep: host.keep });
host.onMessage((message) => page.receive(message));
document.body.append(page.element);
page.start();
