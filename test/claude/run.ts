import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isolation } from '../record/isolation.ts';
import { obtainVerifiedRelease } from './verified-release.ts';

/*
 * `npm run test:claude [-- FILES]`: the tests that drive the real Claude Code. It is installed first, because they run
 * without a network where the system allows it. No client ever sees a real home or key.
 */
obtainVerifiedRelease();
const prefix = isolation();
if (prefix.length === 0) console.log('Namespaces are not available here (Linux, root): clients can reach the network.');
const vitest = path.join(process.cwd(), 'node_modules', 'vitest', 'vitest.mjs');
const config = ['run', '--config', 'vitest.claude.config.ts'];
const [program, ...args] = [...prefix, process.execPath, vitest, ...config, ...process.argv.slice(2)];
process.exitCode = spawnSync(program!, args, { stdio: 'inherit' }).status ?? 1;
