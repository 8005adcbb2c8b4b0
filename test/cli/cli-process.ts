import { type ChildProcess, type ChildProcessWithoutNullStreams, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { commandLine } from '../../build/server-bundle.mjs';
import { sharedBundle } from '../shared-bundle.ts';

/** What a finished run of the command line left behind. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with what a run is started. */
export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Stop reading standard output after the first piece, as `head` does. */
  readonly closeEarly?: boolean;
  /** Start a process for this run, where the test is about one, or about what a process loads. */
  readonly ownProcess?: boolean;
}

let bundleFolder: string;

/** The home of the processes of a file, and where they are started unless a test says otherwise. */
let homeFolder: string;

/**
 * Bundles the command line, before the tests of the calling file, as the product is bundled: into a folder far from the
 * repository, the same for all files.
 */
export function bundleCliForTests(): void {
  beforeAll(async () => {
    bundleFolder = await sharedBundle('cli', bundleCli);
    homeFolder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-cli-')));
  });
  afterAll(() => rm(homeFolder, { recursive: true, force: true }));
}

async function bundleCli(folder: string): Promise<void> {
  for (const options of commandLine(folder)) {
    await build({ ...options, absWorkingDir: path.resolve(import.meta.dirname, '../..'), logLevel: 'error' });
  }
  // It is outside of the repository, whose package.json says that scripts are modules.
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
}

/** The path of the bundled command line, for a test that starts it in another way. */
export function bundledCli(): string {
  return path.join(bundleFolder, 'cli.js');
}

/** What starts the bundled command line. */
export function cliCommand(): readonly string[] {
  return [process.execPath, path.join(bundleFolder, 'cli.js')];
}

/** Starts the bundled command line, without colours and with an empty home unless `env` says otherwise. */
export function startCli(args: readonly string[], { cwd, env }: CliOptions = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [bundledCli(), ...args], { cwd: cwd ?? homeFolder, env: environment(env) });
}

function environment(env: CliOptions['env']): Readonly<Record<string, string>> {
  return { PATH: process.env.PATH ?? '', HOME: homeFolder, USERPROFILE: homeFolder, ...env };
}

/** Runs the bundled command line to its end, in a process that other runs share unless the options ask for another. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const needsProcess = options.closeEarly || Object.keys(options.env ?? {}).some((name) => readAtStart.has(name));
  if (options.ownProcess || needsProcess) return runCliProcess(args, options);
  const result = lastRun.then(() => runInHost(args, options));
  lastRun = result.catch(() => undefined);
  return result;
}

/** Variables that Node reads when a process starts, and not again. */
const readAtStart: ReadonlySet<string> = new Set(['NODE_OPTIONS', 'TZ']);

/** The process that files and their runs share, one after the other: see `cli-host.mjs`. */
let host: ChildProcess | undefined;

let lastRun: Promise<unknown> = Promise.resolve();

async function runInHost(args: readonly string[], { cwd, env, input = '' }: CliOptions): Promise<CliResult> {
  host ??= startHost();
  const running = host;
  const ended = new AbortController();
  running.send({ args, cwd: cwd ?? homeFolder, env: environment(env), input: Buffer.from(input) });
  try {
    return await Promise.race([
      once(running, 'message', ended).then(([result]) => result as CliResult),
      once(running, 'exit', ended).then(([code]) => {
        throw new Error(`The process of all runs ended with ${code} in: skillwright ${args.join(' ')}`);
      }),
    ]);
  } finally {
    ended.abort();
  }
}

function startHost(): ChildProcess {
  const started = fork(path.join(import.meta.dirname, 'cli-host.mjs'), [bundledCli()], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH },
    execArgv: [],
    serialization: 'advanced',
  });
  started.once('exit', () => {
    host = undefined;
  });
  // It ends when its parent does.
  started.unref();
  started.channel?.unref();
  return started;
}

async function runCliProcess(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = startCli(args, options);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => {
    stdout.push(piece);
    if (options.closeEarly) child.stdout.destroy();
  });
  child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
  // A program that ends before it has read everything closes its input; that is its right.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** A report as `--format json` prints it. */
export interface JsonReport {
  readonly findings: readonly {
    readonly file: string;
    readonly rule: string;
    readonly severity: string;
    readonly message: string;
    readonly range: {
      readonly start: { readonly line: number; readonly character: number };
      readonly end: { readonly line: number; readonly character: number };
    };
    readonly fix: string;
    readonly docs: string;
  }[];
  readonly summary: Readonly<Record<string, number>>;
  readonly fixedFiles?: readonly string[];
  readonly diff?: string;
  readonly fixedText?: string;
  readonly stats?: { readonly rules: readonly { readonly rule: string; readonly findings: number }[] };
}

/** Runs `check --format json` and reads what it prints. */
export async function checkJson(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult & { readonly report: JsonReport }> {
  const result = await runCli(['check', '--format', 'json', ...args], options);
  try {
    return { ...result, report: JSON.parse(result.stdout) as JsonReport };
  } catch (error) {
    throw new Error(`No JSON: ${result.stdout}\n${result.stderr}`, { cause: error });
  }
}

/** A folder with these files that lives as long as the test. The path has no links. */
export async function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-test-')));
  // A server that was started in it may still write.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/** A skill with nothing to report. */
export const cleanSkill = skillText({ name: 'demo', description: 'Sows beans in rows. Use when the soil is warm.' });

/** A skill whose name is reported by `name-format`, with a safe fix, in its second line. */
export const skillToFix = skillText({ name: 'Demo Skill' });

/** The text of a skill. */
export function skillText({
  name,
  description = 'Lists what a diff changes. Use when the user asks for a review.',
  body = '# Demo\n\nRead the diff and list what changed.\n',
}: {
  name: string;
  description?: string;
  body?: string;
}) {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}
