import { startBrowserServer } from './lsp/start-browser-server.ts';

startBrowserServer(globalThis as unknown as Parameters<typeof startBrowserServer>[0]);
