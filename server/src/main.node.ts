import { useCompileCache } from './cli/cache/compile-cache.ts';
import { compileExpressionsDirectly } from './platform/node/direct-expressions.ts';

// Only what is loaded after this is kept.
useCompileCache(import.meta.url);
compileExpressionsDirectly();
const { startNodeServer } = await import('./lsp/start-node-server.ts');
startNodeServer();
