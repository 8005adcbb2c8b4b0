// Runs the bundled command line again and again in one process, because nearly all that a short run takes is the start of a process.
//
//   node cli-host.mjs CLI     runs what its parent sends, one after the other, and answers what each left behind
//
// A run has its own arguments, folder, environment, streams and exit code, and ends when nothing is left that would keep a process
// alive. What is loaded stays loaded, as in a language server. There is no terminal, and there are no signals and no exits in between:
// for those, tests start a process.
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** @typedef {{ args: readonly string[], cwd: string, env: Readonly<Record<string, string>>, input: Uint8Array }} HostedRun */

const entry = process.argv[2] ?? '';
const ownFolder = process.cwd();

/** What a system gives every process; on Windows, more than it was started with. */
const ownEnvironment = { ...process.env };

/** Whose listeners end with a process, and here with a run. Those of `exit` belong to what stays loaded. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A module is evaluated again under each new address. */
let runs = 0;

process.setMaxListeners(0);
process.exit = () => {
  throw new Error('A test of an early end needs a process of its own');
};
process.on('message', async (/** @type {HostedRun} */ run) => process.send?.(await runOnce(run)));
process.on('disconnect', () => process.reallyExit(0));

/** @param {HostedRun} run */
async function runOnce({ args, cwd, env, input }) {
  const active = activity();
  const [stdout, stderr] = [new Output(), new Output()];
  const stdin = Readable.from(input.length > 0 ? [Buffer.from(input)] : [], { objectMode: false });
  for (const [name, value] of Object.entries({ stdin, stdout, stderr })) {
    Object.defineProperty(process, name, { value, configurable: true });
  }
  process.argv = [process.execPath, entry, ...args];
  process.exitCode = undefined;
  process.chdir(cwd);
  replaceEnvironment({ ...ownEnvironment, ...env });
  try {
    await import(`${pathToFileURL(entry).href}?run=${++runs}`);
    await idle(active);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
  process.emit('exit', Number(process.exitCode ?? 0));
  for (const signal of signals) process.removeAllListeners(signal);
  // Folders can be deleted in which no process is.
  process.chdir(ownFolder);
  return { code: process.exitCode ?? 0, stdout: stdout.text, stderr: stderr.text };
}

/** @param {NodeJS.ProcessEnv} env */
function replaceEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/**
 * Waits for what a process would wait for before it ends.
 *
 * @param {number} before what was active before the run
 */
async function idle(before) {
  for (let round = 0; activity() > before; round++) await wait(Math.min(round, 10));
}

function activity() {
  return process.getActiveResourcesInfo().length;
}

class Output extends Writable {
  /** @type {Buffer[]} */
  #pieces = [];

  get text() {
    return Buffer.concat(this.#pieces).toString();
  }

  /**
   * @param {Buffer} piece
   * @param {unknown} _encoding
   * @param {() => void} done
   */
  _write(piece, _encoding, done) {
    this.#pieces.push(piece);
    done();
  }
}
