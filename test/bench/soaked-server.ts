import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  createProtocolConnection,
  ExitNotification,
  type ProtocolConnection,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/** What the server takes, in MB, after its garbage was collected. */
export interface MemorySample {
  readonly minute: number;
  readonly heap: number;
  /** All memory of the process. */
  readonly resident: number;
}

/** Answers each SIGUSR2 with its memory, on the fourth stream. */
const reporter = `
import { writeSync } from 'node:fs';
process.on('SIGUSR2', () => {
  for (let time = 0; time < 3; time++) globalThis.gc();
  writeSync(3, JSON.stringify(process.memoryUsage()) + '\\n');
});`;

/** A built server that tells of its memory. */
export class SoakedServer {
  readonly connection: ProtocolConnection;
  readonly #process: ChildProcess;
  readonly #reports: Readable;

  private constructor(file: string, home: string) {
    const preload = `--import=data:text/javascript,${encodeURIComponent(reporter)}`;
    this.#process = spawn(process.execPath, ['--expose-gc', preload, file, '--stdio'], {
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
    });
    const [input, output, , reports] = this.#process.stdio;
    this.#reports = reports as Readable;
    this.connection = createProtocolConnection(
      new StreamMessageReader(output as Readable),
      new StreamMessageWriter(input as Writable),
    );
    this.#process.once('exit', (code, signal) => {
      if (code !== 0) {
        console.error(`The server ended: ${code ?? signal}`);
        process.exit(1);
      }
    });
  }

  static start(file: string, home: string): SoakedServer {
    return new SoakedServer(file, home);
  }

  async sample(minute: number): Promise<MemorySample> {
    const report = once(this.#reports, 'data');
    this.#process.kill('SIGUSR2');
    const [line] = await report;
    const { heapUsed, rss } = JSON.parse(String(line));
    return { minute: Number(minute.toFixed(2)), heap: inMegabytes(heapUsed), resident: inMegabytes(rss) };
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    await exit;
    this.connection.dispose();
  }

  kill(): void {
    if (this.#process.exitCode === null) this.#process.removeAllListeners('exit').kill('SIGKILL');
  }
}

function inMegabytes(bytes: number): number {
  return Number((bytes / 1_000_000).toFixed(1));
}
