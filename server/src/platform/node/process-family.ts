import { execFile } from 'node:child_process';

/** A process, distinguished by its start time from a later one with the same id. */
export interface FamilyMember {
  readonly id: number;
  readonly started: string;
}

/**
 * All running descendants of a process that are still connected by their parents' ids. Orphans are not included:
 * systems without `/proc` do not tell where they came from.
 */
export async function familyOf(id: number): Promise<readonly FamilyMember[]> {
  const all = await allProcesses();
  const children = new Map<number, FamilyMember[]>();
  for (const it of all) children.set(it.parent, [...(children.get(it.parent) ?? []), it]);
  const family: FamilyMember[] = [];
  const left = [id];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for (const child of children.get(at) ?? []) {
      family.push(child);
      left.push(child.id);
    }
  }
  return family;
}

/** Sends a signal to those that are still the same processes, parents first. */
export async function signalFamily(family: readonly FamilyMember[], signal: NodeJS.Signals): Promise<void> {
  if (family.length === 0) return;
  const now = new Map((await allProcesses()).map(({ id, started }) => [id, started]));
  for (const { id, started } of family) {
    if (now.get(id) !== started) continue;
    try {
      process.kill(id, signal);
    } catch {
      // It is gone.
    }
  }
}

interface ListedProcess extends FamilyMember {
  readonly parent: number;
}

function allProcesses(): Promise<readonly ListedProcess[]> {
  const environment = { PATH: '/bin:/usr/bin', LC_ALL: 'C' };
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { env: environment, maxBuffer: 2 ** 26 }, (_, printed) => {
      const lines = [...printed.matchAll(/^ *(\d+) +(\d+) +(.+)$/gm)];
      resolve(lines.map(([, id, parent, started]) => ({ id: Number(id), parent: Number(parent), started: started! })));
    });
  });
}
