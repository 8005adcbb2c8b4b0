import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  createProtocolConnection,
  ExitNotification,
  InitializeRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { bundleCliForTests, startCli } from './cli-process.ts';

bundleCliForTests();

test.each([[['lsp']], [['lsp', '--stdio', `--clientProcessId=${process.pid}`]]])(
  '%j serves an editor until it says good-bye',
  async (args) => {
    const child = startCli(args);
    const closed = once(child, 'close');
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    const params = { processId: process.pid, rootUri: null, capabilities: {} };
    const { capabilities } = await connection.sendRequest(InitializeRequest.type, params);
    expect(capabilities.codeActionProvider).toBeTruthy();
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    expect(await closed).toEqual([0, null]);
    connection.dispose();
  },
);
