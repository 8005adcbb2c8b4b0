import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { hostVariable } from './host/installation.ts';

/*
 * `npm run test:oldest`: the packed extension in the oldest VS Code that npm offers and the extension supports. Only the
 * tests inside the extension host: other releases draw their windows differently.
 */
const vitest = path.join(process.cwd(), 'node_modules', 'vitest', 'vitest.mjs');
const files = ['test/e2e/in-host.test.ts', 'test/e2e/package.test.ts'];
const environment = { ...process.env, [hostVariable]: 'oldest' };
const options = { stdio: 'inherit', env: environment } as const;
const run = spawnSync(process.execPath, [vitest, 'run', '--config', 'vitest.e2e.config.ts', ...files], options);
process.exitCode = run.status ?? 1;
