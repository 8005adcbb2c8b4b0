import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  CodeActionRequest,
  CompletionRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  InlayHintRequest,
  type ProtocolConnection,
  RegistrationRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { repositoryRoot, testOutput } from '../e2e/host/repository.ts';
import type { MakeText } from '../hostile/growth.ts';
import { fileShapes } from '../hostile/shapes.ts';

/*
 * `npm run bench:hostile`: opens every hostile text in a server of its own, asks all that an editor asks, and prints how
 * long the server's event loop was held at most and how much memory its process took. `--server FILE` measures another
 * build, `--size UNITS` another size, `--only TEXT` the shapes whose name contains a text, `--runtime ID` another runtime.
 */
const { values: options } = parseArgs({
  options: {
    server: { type: 'string', default: path.join(repositoryRoot, 'dist', 'server.cjs') },
    size: { type: 'string', default: '1048576' },
    only: { type: 'string', default: '' },
    runtime: { type: 'string', default: 'claude-code' },
    worst: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
});

/** What one text cost the server. */
interface Cost {
  readonly shape: string;
  /** The longest time, in milliseconds, for which the event loop was held, and by which request. */
  held: number;
  by: string;
  /** Milliseconds until everything was answered. */
  total: number;
  /** Megabytes that the process took at most; undefined where the system does not tell. */
  peak: number | undefined;
  /** The request that was not answered in time. */
  unanswered: string | undefined;
}

/** Milliseconds that an answer may take. */
const longest = Number(options.seconds) * 1_000;

const monitor = path.join(repositoryRoot, 'test', 'bench', 'event-loop-monitor.cjs');

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-hostile-')));
const costs: Cost[] = [];
try {
  for (const [shape, make] of fileShapes) {
    if (!shape.includes(options.only)) continue;
    costs.push(await measure(shape, make));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
print();
await mkdir(testOutput, { recursive: true });
await writeFile(path.join(testOutput, 'hostile.json'), `${JSON.stringify(costs, undefined, 2)}\n`);

async function measure(shape: string, make: MakeText): Promise<Cost> {
  const project = path.join(folder, String(costs.length));
  const file = path.join(project, '.claude', 'skills', 'a', 'SKILL.md');
  const text = make(Number(options.size));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  const server = spawn(process.execPath, ['--require', monitor, options.server, '--stdio'], {
    env: { PATH: process.env.PATH, HOME: project },
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const connection = connect(server);
  const cost: Cost = { shape, held: 0, by: '', total: 0, peak: undefined, unanswered: undefined };
  try {
    await initialize(connection, project);
    // What it took to start does not count.
    await heldSince(server);
    await askEverything(server, connection, pathToFileURL(file).href, text, cost);
    cost.peak = await peakOf(server.pid);
  } finally {
    connection.dispose();
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
    await rm(project, { recursive: true, force: true });
  }
  return cost;
}

function connect(server: ChildProcess): ProtocolConnection {
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout!),
    new StreamMessageWriter(server.stdin!),
  );
  connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => ({ runtime: options.runtime })));
  connection.onRequest(RegistrationRequest.type, () => {});
  // What the server logs does not matter here.
  connection.onUnhandledNotification(() => {});
  connection.listen();
  return connection;
}

async function initialize(connection: ProtocolConnection, project: string): Promise<void> {
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: { diagnostic: {} },
    },
    workspaceFolders: [{ uri: pathToFileURL(project).href, name: 'hostile' }],
  });
  await connection.sendNotification(InitializedNotification.type, {});
}

/** Everything that an editor asks about a file it shows, one after the other. */
async function askEverything(
  server: ChildProcess,
  connection: ProtocolConnection,
  uri: string,
  text: string,
  cost: Cost,
): Promise<void> {
  const textDocument = { uri };
  const lines = text.split(/\r\n|\r|\n/);
  const last = { line: lines.length - 1, character: lines.at(-1)!.length };
  const places = [{ line: 1, character: 1 }, { line: Math.floor(lines.length / 2), character: 0 }, last];
  const whole = { start: { line: 0, character: 0 }, end: last };
  const requests: [string, () => Promise<unknown>][] = [
    ['diagnostics', () => connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument })],
    ...places.flatMap((position): [string, () => Promise<unknown>][] => [
      ['hover', () => connection.sendRequest(HoverRequest.type, { textDocument, position })],
      ['completion', () => connection.sendRequest(CompletionRequest.type, { textDocument, position })],
    ]),
    [
      'code actions',
      () =>
        connection.sendRequest(CodeActionRequest.type, { textDocument, range: whole, context: { diagnostics: [] } }),
    ],
    ['outline', () => connection.sendRequest(DocumentSymbolRequest.type, { textDocument })],
    ['folding', () => connection.sendRequest(FoldingRangeRequest.type, { textDocument })],
    ['tree', () => connection.sendRequest('skillwright/tree', {})],
    ['budget', () => connection.sendRequest('skillwright/budget', {})],
    ['preview', () => connection.sendRequest('skillwright/preview', { uri, arguments: 'one two' })],
    ['inlay hints', () => connection.sendRequest(InlayHintRequest.type, { textDocument, range: whole })],
  ];
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'skill', version: 1, text },
  });
  const start = performance.now();
  for (const [name, ask] of requests) {
    const answered = await watching(server, cost, name, ask);
    cost.total = performance.now() - start;
    if (answered) continue;
    cost.unanswered = name;
    return;
  }
}

/** Whether a request is answered in time. Notes how long the server's event loop was held meanwhile. */
async function watching(server: ChildProcess, cost: Cost, name: string, ask: () => Promise<unknown>): Promise<boolean> {
  const answer = ask().catch(() => undefined);
  const answered = (await inTime(answer.then(() => true))) ?? false;
  const held = await heldSince(server);
  if (held > cost.held) {
    cost.held = held;
    cost.by = name;
  }
  return answered;
}

/** Milliseconds for which the server's event loop was held at most since this was asked last. */
async function heldSince(server: ChildProcess): Promise<number> {
  const answer = once(server, 'message');
  server.send('held');
  const message = await inTime(answer);
  return message ? message[0].held : longest;
}

/** Undefined if it takes too long. */
async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, longest, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function peakOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function print(): void {
  const row = ({ shape, held, by, total, peak, unanswered }: Cost): string =>
    [
      shape.padEnd(48),
      held.toFixed(0).padStart(7),
      total.toFixed(0).padStart(7),
      (peak?.toFixed(0) ?? '?').padStart(5),
      unanswered === undefined ? by : `no answer: ${unanswered}`,
    ].join('  ');
  const head = `${'shape'.padEnd(48)}  held ms  all ms     MB  longest held by`;
  const worst = (by: (cost: Cost) => number) =>
    [...costs].sort((a, b) => by(b) - by(a)).slice(0, Number(options.worst));
  console.log(`${costs.length} shapes of ${options.size} UTF-16 units, ${options.runtime}\n`);
  console.log(
    `Longest held\n${head}\n${worst(({ held }) => held)
      .map(row)
      .join('\n')}\n`,
  );
  console.log(
    `Most memory\n${head}\n${worst(({ peak }) => peak ?? 0)
      .map(row)
      .join('\n')}`,
  );
  const held = costs.filter((cost) => cost.held > 250).length;
  const large = costs.filter((cost) => (cost.peak ?? 0) > 300).length;
  const silent = costs.filter((cost) => cost.unanswered !== undefined).length;
  console.log(`\nOver 250 ms: ${held}, over 300 MB: ${large}, not answered: ${silent}`);
}
