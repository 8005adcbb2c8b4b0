import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CodeAction, DocumentDiagnosticReport, InitializeParams } from 'vscode-languageserver-protocol';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-languageserver-protocol/node';
import type { ClientFileParams } from '../../server/src/protocol.ts';
import { type FoundInText, fixAllKind } from '../playground/finding.ts';
import type { SharedSkill } from '../playground/shared-link.ts';
import { projectUri, SkillFolder, skillUri } from '../playground/skill-folder.ts';

/** Gives a thread of Node.js what a script expects of a worker in a browser. */
const asInBrowser = `{
  const { parentPort } = require('node:worker_threads');
  globalThis.addEventListener = () => {};
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on('message', (data) => globalThis.onmessage({ data }));
}`;

const initialization: InitializeParams = {
  processId: null,
  rootUri: projectUri,
  capabilities: {},
  initializationOptions: { workspaceTrusted: true },
};

/**
 * What the page's language server finds in a skill, and the fixes. The page shows it until its own server has started, a
 * second later.
 *
 * @param script of the server
 */
export async function firstFindings(script: string, { folder, text }: SharedSkill): Promise<FoundInText> {
  const files = Object.assign(new SkillFolder(), { folder, text });
  const uri = skillUri(folder);
  const worker = new Worker(`${asInBrowser}\n${script}`, { eval: true });
  const connection = createMessageConnection(new PortMessageReader(worker), new PortMessageWriter(worker));
  connection.onRequest((method, params) => files.answer(method, params as ClientFileParams) ?? null);
  connection.listen();
  try {
    return await Promise.race([askedFindings(), once(worker, 'error').then(([error]) => Promise.reject(error))]);
  } finally {
    connection.dispose();
    await worker.terminate();
  }

  async function askedFindings(): Promise<FoundInText> {
    await connection.sendRequest('initialize', initialization);
    await connection.sendNotification('initialized', {});
    const textDocument = { uri, languageId: 'markdown', version: 0, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    const report: DocumentDiagnosticReport = await connection.sendRequest('textDocument/diagnostic', { textDocument });
    const actions = await actionsOfKind('quickfix');
    const [fixAll] = await actionsOfKind(fixAllKind);
    return { found: report.kind === 'full' ? report.items : [], actions, ...(fixAll && { fixAll }) };
  }

  function actionsOfKind(kind: string): Promise<readonly CodeAction[]> {
    const range = { start: { line: 0, character: 0 }, end: { line: text.split('\n').length, character: 0 } };
    const context = { diagnostics: [], triggerKind: 1, only: [kind] };
    return connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range, context });
  }
}
