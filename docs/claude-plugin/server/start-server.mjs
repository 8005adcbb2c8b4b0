// Starts the tools for Claude, which only read, in the folder of the session.
import { spawn } from 'node:child_process';
import { skillwright } from '../this-release.mjs';

const server = spawn(...skillwright(['mcp', '--cwd', process.cwd()], { stdio: 'inherit' }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('error', (error) => {
  process.stderr.write(`Skillwright could not be started: ${error.message}\n`);
  process.exitCode = 1;
});
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
