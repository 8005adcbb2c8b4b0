import { useCompileCache } from './cli/cache/compile-cache.ts';
import { repeatRun, runFile } from './cli/cache/run-cache.ts';

// Nothing else is loaded if the same was checked before and nothing has changed since.
const cacheFile = runFile(import.meta.url);
if (cacheFile === undefined || !(await repeatRun(cacheFile))) {
  useCompileCache(import.meta.url);
  const { runProgram } = await import('./cli/program.ts');
  await runProgram(cacheFile);
}
