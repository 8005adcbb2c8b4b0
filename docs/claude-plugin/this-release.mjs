// Starts the release of Skillwright that this plugin belongs to.
import { homedir } from 'node:os';
import path from 'node:path';

const release = 'skillwright@0.1.0';

// On Windows, npx is a batch file, which would read a path as a command.
const npx = path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npx-cli.js');
const [program, ...start] = process.platform === 'win32' ? [process.execPath, npx] : ['npx'];

/** What `spawn` and `spawnSync` take to run `skillwright` with these arguments. */
export function skillwright(args, options) {
  // Not in the project: npm would obey its .npmrc, and npx would run its node_modules.
  return [program, [...start, '--yes', release, ...args], { cwd: homedir(), ...options }];
}
