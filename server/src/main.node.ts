import { startNodeServer } from './lsp/start-node-server.ts';

startNodeServer();
