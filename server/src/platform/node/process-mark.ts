import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setTimeout as pause, setImmediate as takeTurn } from 'node:timers/promises';

/**
 * A number that all processes of one command have and no other does: their limit on file locks. Linux passes it
 * on to every child, even to one that leaves its group, its session and its parent, and has ignored it since 2.4. So it
 * changes nothing for the command, whose variables and open files are unaffected.
 */
export type ProcessMark = string;

/** A new mark; undefined if the system does not support them. */
export function newProcessMark(): ProcessMark | undefined {
  if (process.platform !== 'linux' || !existsSync('/proc/self/limits')) return undefined;
  // Far above any limit in use, far below what the shell could not read.
  return String(2 ** 52 + randomInt(2 ** 47));
}

/** The script with which bash first sets the mark, its third parameter. A system may reject it. */
export const carryMark = 'ulimit -x "$3" 2> /dev/null; ';

/** How often all processes are scanned; more scans are only needed while new ones are started constantly. */
const maxRounds = 100;

/** How long a killed process may take to be gone, milliseconds. */
const roundPause = 10;

/** Processes that are read in a turn of the event loop, about a millisecond, so that the server keeps responding. */
const readAtOnce = 8;

/**
 * Kills all processes that have a mark. They are stopped first: a stopped process starts no new ones, so none escapes.
 */
export async function endMarked(mark: ProcessMark): Promise<void> {
  const stopped = new Set<number>();
  for (let round = 0; round < maxRounds; round++) {
    const found = await markedProcesses(mark);
    if (found.length === 0) return;
    const reachable = found.filter((id) => stopped.has(id) || signalled(id, 'SIGSTOP'));
    if (reachable.length === 0) return;
    const isComplete = reachable.every((id) => stopped.has(id));
    for (const id of reachable) stopped.add(id);
    if (!isComplete) continue;
    for (const id of reachable) signalled(id, 'SIGKILL');
    await pause(roundPause);
  }
  for (const id of stopped) signalled(id, 'SIGKILL');
}

/** Asks all processes that have a mark to end. */
export async function askMarkedToEnd(mark: ProcessMark): Promise<void> {
  for (const id of await markedProcesses(mark)) signalled(id, 'SIGTERM');
}

/** The processes that have a mark and have not ended. */
async function markedProcesses(mark: ProcessMark): Promise<number[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found: number[] = [];
  for (const [at, id] of ids.entries()) {
    if (at > 0 && at % readAtOnce === 0) await takeTurn();
    if (carries(id, mark) && !hasEnded(id)) found.push(Number(id));
  }
  return found;
}

function carries(id: string, mark: ProcessMark): boolean {
  return processFile(id, 'limits').includes(` ${mark} `);
}

/** A zombie process is still listed. */
function hasEnded(id: string): boolean {
  const status = processFile(id, 'stat');
  // The name before it is in parentheses and may itself contain some.
  return /^[ZX]?$/.test(status.slice(status.lastIndexOf(')') + 2)[0] ?? '');
}

/** What the system says of a process. It is in memory: reading it in another thread takes twice as long. */
function processFile(id: string, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'latin1');
  } catch {
    // It is gone, or belongs to another user.
    return '';
  }
}

function signalled(id: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(id, signal);
    return true;
  } catch {
    // It is gone, or belongs to another user.
    return false;
  }
}
