/*
 * Starts this VS Code's server, or carries out a command such as --install-extension. Its own `server-main.js` starts nothing,
 * because code-server serves it from another server.
 */
const { createServer } = require('node:http');

const { loadCodeWithNls } = require('./node_modules/code-server/lib/vscode/out/server-main.js');

const argument = (name) => process.argv[process.argv.indexOf(name) + 1];

async function start() {
  const code = await loadCodeWithNls();
  if (process.argv.includes('--install-extension')) return code.spawnCli();
  const server = createServer((request, response) => agent.handleRequest(request, response));
  server.on('upgrade', (request, socket) => agent.handleUpgrade(request, socket));
  await new Promise((resolve) => server.listen(Number(argument('--port')), argument('--host'), resolve));
  const agent = await code.createServer(server.address());
  console.log(`Extension host agent listening on ${server.address().port}`);
  process.on('exit', () => agent.dispose());
}

start().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
