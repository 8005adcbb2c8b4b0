import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { type Script, scriptSessions } from '../transcripts/scripted-sessions.ts';
import { ServerProcess } from './server-process.ts';

/*
 * `npm run bench:sessions`: writes a gigabyte of transcripts into a temporary folder, and prints how much processor time
 * and memory `skillwright sessions` needs for them, next to a program that only reads and decodes them, and how soon it
 * ends after Ctrl+C. Then the same in the server of an editor: how long what else is asked waits meanwhile, and what a second look
 * takes. Fails if a figure is not that of the script. `--megabytes N` writes another amount.
 */
const { values: options } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' } } });
const wanted = Number(options.megabytes) * 1_000_000;
/** Of one session, with what it says about other things than skills. */
const sessionBytes = 2_000_000;
const interruptions = 5;

const run = promisify(execFile);
const cli = path.join(repositoryRoot, 'dist', 'cli.js');
const names = ['review', 'notes', 'deploy', 'release', 'triage', 'office:pdf', 'changelog'];

/** Prints what the process has used as its last act. */
const usage = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); process.stderr.write('USAGE ' + JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 })); });",
)}`;
const readOnly = `
import { createReadStream, readdirSync } from 'node:fs';
const decoder = new TextDecoder();
let units = 0;
for (const entry of readdirSync(process.argv[1], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  for await (const piece of createReadStream((entry.parentPath ?? entry.path) + '/' + entry.name, { highWaterMark: 524288 })) units += decoder.decode(piece).length;
}
console.log(units);
`;

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-sessions-')));
try {
  const projects = path.join(folder, 'home', '.claude', 'projects');
  const written = await writeTranscripts(projects);
  console.log(
    `${Math.round(written.bytes / 1e6)} MB of transcripts, ${written.sessions} sessions, ${written.uses} uses of skills`,
  );
  const args = [cli, 'sessions', '--all-projects', '--format', 'json', '--cwd', folder, '--home', `${folder}/home`];
  await measure('only reading and decoding', ['--input-type=module', '-e', readOnly, projects]);
  const report = JSON.parse(await measure('skillwright sessions', args));
  const counted = (report.skills as { used: { total: number } }[]).reduce((sum, { used }) => sum + used.total, 0);
  if (counted !== written.uses || report.sessions.length !== written.sessions) {
    throw new Error(`${counted} uses in ${report.sessions.length} sessions were reported`);
  }
  await measureInterruptions(args);
  await measureEditor(path.join(folder, 'home'), written.sessions);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(title: string, args: readonly string[]): Promise<string> {
  const started = performance.now();
  const { stdout, stderr } = await run(process.execPath, ['--import', usage, ...args], { maxBuffer: 2 ** 28 });
  const seconds = (performance.now() - started) / 1000;
  const { cpu, megabytes } = JSON.parse(stderr.slice(stderr.indexOf('USAGE ') + 'USAGE '.length));
  console.log(
    `${title.padEnd(26)} ${cpu.toFixed(1).padStart(6)} s of processor time  ${seconds.toFixed(1).padStart(6)} s  ${megabytes.toFixed(0).padStart(5)} MB at most`,
  );
  return stdout;
}

/** In a home folder that is the project, too. */
async function measureEditor(home: string, sessions: number): Promise<void> {
  const server = await ServerProcess.start(home, [], { pastSessions: { enabled: true } });
  try {
    await server.ask('skillwright/tree', { grouping: 'tier', hideEmpty: true });
    await server.heldSince();
    for (const title of ['the editor reads them', 'the editor looks again']) {
      let megabytes = 0;
      const watching = setInterval(async () => {
        megabytes = Math.max(megabytes, await server.megabytes());
      }, 200);
      const started = performance.now();
      const read = await server.ask('skillwright/readPastSessions', {});
      const seconds = (performance.now() - started) / 1000;
      clearInterval(watching);
      if (read?.sessions !== sessions) throw new Error(`${read?.sessions} sessions were read`);
      megabytes = Math.max(megabytes, await server.megabytes());
      const held = await server.heldSince();
      console.log(
        `${title.padEnd(26)} ${seconds.toFixed(1).padStart(6)} s  ${megabytes.toFixed(0).padStart(5)} MB at most, what else is asked waits ${held.toFixed(0)} ms at most`,
      );
    }
  } finally {
    await server.stop();
  }
}

async function measureInterruptions(args: readonly string[]): Promise<void> {
  const waits: number[] = [];
  for (let number = 0; number < interruptions; number++) {
    const child = spawn(process.execPath, [...args], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    // Somewhere in the middle of reading.
    await sleep(800 + 100 * number);
    const sent = performance.now();
    child.kill('SIGINT');
    const [code] = await ended;
    if (code === 130) waits.push(performance.now() - sent);
  }
  const list = waits.map((ms) => ms.toFixed(0)).join(', ');
  console.log(`Ctrl+C ends it after ${list} ms (${waits.length} of ${interruptions} times before it was ready)`);
}

/** Scripted sessions, each with many lines about something else, as real ones have. */
async function writeTranscripts(projects: string) {
  const total = { bytes: 0, sessions: 0, uses: 0 };
  for (let seed = 1; total.bytes < wanted; seed++) {
    const script = scriptSessions(seed, 50, [`/home/me/app${seed}`, `/home/me/lib${seed}`], {
      names,
      forks: ['survey', 'audit'],
      text: (name, given) =>
        `Base directory for this skill: /home/me/${name}\n\n${`Do it with ${given}.\n`.repeat(100)}`,
    });
    await writeScript(script, projects, total);
  }
  return total;
}

async function writeScript(script: Script, projects: string, total: { bytes: number; sessions: number; uses: number }) {
  for (const [name, text] of script.files) {
    const file = path.join(projects, name);
    await mkdir(path.dirname(file), { recursive: true });
    const stream = createWriteStream(file);
    const isAgent = name.includes('/subagents/');
    const lines = text.split('\n').filter((line) => line !== '');
    const padding = isAgent ? 0 : Math.ceil(sessionBytes / lines.length);
    for (const [index, line] of lines.entries()) {
      const other = padding > 0 ? otherLines(padding, index) : '';
      if (!stream.write(`${line}\n${other}`)) await once(stream, 'drain');
    }
    stream.end();
    await once(stream, 'finish');
    total.bytes += stream.bytesWritten;
  }
  total.sessions += script.sessions.size;
  for (const { loaded } of script.skills.values()) total.uses += loaded.user + loaded.model;
}

const result = {
  parentUuid: 'b1d0c8f4-20d7-4337-bfa7-84a91d028bd5',
  isSidechain: false,
  type: 'user',
  timestamp: '2026-11-24T01:46:24.378Z',
};

/** Results of other tools; every tenth line is one large text, and some are not in Latin letters. */
function otherLines(bytes: number, index: number): string {
  const sentence =
    index % 7 === 0 ? 'Ein Wörterbuch — 日本語. ' : 'const answer = await ask(question, { retries: 3 });\\n';
  const length = index % 10 === 0 ? bytes : Math.min(bytes, 4_000);
  const content = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: sentence.repeat(length / sentence.length) }];
  const line = `${JSON.stringify({ ...result, message: { role: 'user', content } })}\n`;
  return line.repeat(Math.max(1, Math.round(bytes / line.length)));
}
