import { keepCompiledScripts } from './cli/cache/compiled-scripts.ts';
import { compileExpressionsDirectly } from './platform/node/v8-flags.ts';

// Compiled code is only used with the settings of V8 that it was compiled with.
compileExpressionsDirectly();
keepCompiledScripts(__filename);
void start();

async function start(): Promise<void> {
  const { startNodeServer } = await import('./lsp/start-node-server.ts');
  startNodeServer();
}
