// Starts the tools for Claude, which only read, in the folder of the session.
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';

const release = 'skillwright@0.1.0';

// On Windows, npx is a batch file, which would read the path as a command.
const npx = path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npx-cli.js');
const [program, ...start] = process.platform === 'win32' ? [process.execPath, npx] : ['npx'];
const server = spawn(
  program,
  [...start, '--yes', release, 'mcp', '--cwd', process.cwd()],
  // Not in the project: npm would obey its .npmrc, and npx would run its node_modules.
  { cwd: homedir(), stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('error', (error) => {
  process.stderr.write(`Skillwright could not be started: ${error.message}\n`);
  process.exitCode = 1;
});
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
