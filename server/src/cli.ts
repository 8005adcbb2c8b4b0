import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { keepCompiledScripts } from './cli/cache/compiled-scripts.ts';
import { repeatRun, runFile } from './cli/cache/run-cache.ts';
import { compileExpressionsDirectly, optimizeLate } from './platform/node/v8-flags.ts';
import { version } from './platform/release.ts';

if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.write(`${version}\n`);
} else {
  // Nothing else is loaded if the same was checked before and nothing has changed since.
  const cacheFile = runFile(import.meta.url);
  if (cacheFile === undefined || !(await repeatRun(cacheFile))) {
    if (isMainThread) {
      // Compiled code is only used with the settings of V8 that it was compiled with. All threads have them.
      compileExpressionsDirectly();
      optimizeLate();
    }
    const stopKeepingCode = keepCompiledScripts(fileURLToPath(import.meta.url));
    if (!isMainThread) stopKeepingCode();
    const { runProgram } = await import('./cli/program.ts');
    await runProgram({ entry: new URL(import.meta.url), cacheFile, stopKeepingCode });
  }
}
