import { writeSync } from 'node:fs';
import { type Connection, createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import type { ModelServers } from '../platform/model-server.ts';
import { makeExecutable } from '../platform/node/executable-files.ts';
import { MessageFrames } from '../platform/node/message-frames.ts';
import { nodeClaudeCode } from '../platform/node/node-claude-code.ts';
import { nodeEnvironment } from '../platform/node/node-environment.ts';
import { nodeFileSystem } from '../platform/node/node-file-system.ts';
import { nodePiecewiseFiles } from '../platform/node/node-piecewise-files.ts';
import { nodePrivateFolder } from '../platform/node/node-private-folder.ts';
import { nodeShell } from '../platform/node/node-shell.ts';
import type { ResultFiles } from '../platform/result-files.ts';
import type { Revisions } from '../platform/revisions.ts';
import type { ScratchFolders } from '../platform/scratch-folders.ts';
import { withVirtualFiles } from '../platform/virtual-path.ts';
import { clientFileSystem } from './client-file-system.ts';
import { logFailure } from './safely.ts';
import { startServer } from './server.ts';
import { quietRounds } from './short-turns.ts';

/**
 * Serves an editor from this process until the editor ends it. The transport is on the command line: `--stdio`,
 * `--node-ipc`, `--pipe=<name>` or `--socket=<port>`.
 */
export function startNodeServer(): void {
  process.on('message', answerFirst);
  serve(createConnection(ProposedFeatures.all));
  if (process.argv.includes('--stdio')) endWithBrokenMessages();
}

/** Serves an editor over standard input and output, whatever the command line says. */
export function startStandardInputServer(): void {
  serve(createConnection(ProposedFeatures.all, process.stdin, process.stdout));
  endWithBrokenMessages();
}

/**
 * Ends the server when its messages can no longer be told apart: editors then start another one, whereas one that waits
 * forever would have to be restarted by hand.
 */
function endWithBrokenMessages(): void {
  const frames = new MessageFrames();
  process.stdin.on('data', answerFirst);
  process.stdin.on('data', (bytes: Buffer) => {
    const fault = frames.fault(bytes);
    if (fault === undefined) return;
    writeSync(2, `Skillwright: The editor sent ${fault}; the server ends so that it is started again\n`);
    process.exit(1);
  });
}

function serve(connection: Connection): void {
  // One broken promise must not end the server; unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => logFailure('Skillwright', error, connection.console));
  // A signal alone would not end the commands that the user started from the preview.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit());
  startServer(connection, {
    files: withVirtualFiles(nodeFileSystem, clientFileSystem(connection)),
    environment: nodeEnvironment,
    shell: nodeShell,
    claudeCode: nodeClaudeCode,
    privateFolder: nodePrivateFolder,
    modelServers: lazyModelServers,
    makeExecutable,
    scratchFolders: lazyScratchFolders,
    resultFiles: lazyResultFiles,
    largeFiles: nodePiecewiseFiles,
    revisions: lazyRevisions,
  });
  connection.listen();
}

/** Messages that have arrived are answered before other work goes on: each is handled in the round after the one in which it is read. */
function answerFirst(): void {
  void quietRounds(2);
}

/* Most editors never need these, and what they are built on takes time to load. */

const lazyModelServers: ModelServers = {
  async start(turns) {
    const { startModelServer } = await import('../platform/node/node-model-server.ts');
    return startModelServer(turns);
  },
};

async function loadRevisions(): Promise<Revisions> {
  const { nodeRevisions } = await import('../platform/node/git/node-revisions.ts');
  return nodeRevisions;
}

const lazyRevisions: Revisions = {
  commitsOf: async (folder) => (await loadRevisions()).commitsOf(folder),
  commit: async (folder, id) => (await loadRevisions()).commit(folder, id),
  additionsIn: async (folder) => (await loadRevisions()).additionsIn(folder),
  open: async (folder, name) => (await loadRevisions()).open(folder, name),
};

const lazyScratchFolders: ScratchFolders = {
  async create() {
    const { nodeScratchFolders } = await import('../platform/node/node-scratch-folders.ts');
    return nodeScratchFolders.create();
  },
};

const lazyResultFiles: ResultFiles = {
  async write(root, folder, files) {
    const { nodeResultFiles } = await import('../platform/node/node-result-files.ts');
    return nodeResultFiles.write(root, folder, files);
  },
};
