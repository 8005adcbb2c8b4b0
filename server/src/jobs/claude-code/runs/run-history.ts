import { isMap, parseMap } from '../../../document/json-values.ts';
import type { PrivateFolder } from '../../../platform/private-folder.ts';
import type { RunPart, RunSummary } from '../../../protocol.ts';

/** How much of the past is kept. */
interface HistoryBounds {
  readonly runs: number;
  /** Bytes of all files. */
  readonly size: number;
}

const HISTORY_BOUNDS: HistoryBounds = { runs: 50, size: 64 * 1024 * 1024 };

/** Written into each file; files of another format are ignored. */
const format = 1;

/** The runs of a workspace on disk: for each run a small file with its summary, and one with its parts. */
export class RunHistory {
  readonly #folder: PrivateFolder;
  readonly #bounds: HistoryBounds;

  constructor(folder: PrivateFolder, bounds: HistoryBounds = HISTORY_BOUNDS) {
    this.#folder = folder;
    this.#bounds = bounds;
  }

  /** The summaries of all runs that can be read, the oldest first. */
  async summaries(): Promise<readonly RunSummary[]> {
    const files = (await this.#folder.list()).filter(({ name }) => isSummary(name));
    const read = await Promise.all(files.map(({ name }) => this.#read(name)));
    return read
      .map((content, index) => ({ summary: content?.summary, name: files[index]!.name }))
      .flatMap(({ summary, name }) => (isRunSummary(summary) && name === summaryFile(summary.id) ? [summary] : []));
  }

  /** The parts of a run; none if they cannot be read. */
  async parts(id: string): Promise<readonly RunPart[]> {
    const parts = (await this.#read(partsFile(id)))?.parts;
    return Array.isArray(parts) ? parts.filter(isRunPart) : [];
  }

  async save(summary: RunSummary, parts: readonly RunPart[] | undefined): Promise<void> {
    if (parts) await this.#folder.write(partsFile(summary.id), JSON.stringify({ format, parts }));
    await this.#folder.write(summaryFile(summary.id), JSON.stringify({ format, summary }));
  }

  async delete(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.flatMap((id) => [summaryFile(id), partsFile(id)]).map((name) => this.#folder.remove(name)));
  }

  /** Removes the oldest runs until the rest is within the bounds. Returns the ids of those that were removed. */
  async prune(): Promise<readonly string[]> {
    const files = await this.#folder.list();
    const sizes = new Map<string, number>();
    for (const { name, size } of files) {
      const id = /^(run-[\w-]+)\./.exec(name)?.[1];
      if (id !== undefined) sizes.set(id, (sizes.get(id) ?? 0) + size);
    }
    const newestFirst = [...sizes].sort(([a], [b]) => (a < b ? 1 : -1));
    let size = 0;
    const removed = newestFirst.filter(([, own], index) => {
      size += own;
      return index >= this.#bounds.runs || (index > 0 && size > this.#bounds.size);
    });
    const ids = removed.map(([id]) => id);
    const names = files.map(({ name }) => name).filter((name) => ids.some((id) => name.startsWith(`${id}.`)));
    await Promise.all(names.map((name) => this.#folder.remove(name)));
    return ids;
  }

  async #read(name: string): Promise<Record<string, unknown> | undefined> {
    const content = parseMap(await this.#folder.read(name));
    return content?.format === format ? content : undefined;
  }
}

/** An id by which runs sort in the order in which they were started. */
export function newRunId(now: number): string {
  const random = globalThis.crypto.randomUUID().slice(0, 8);
  return `run-${now.toString(36).padStart(9, '0')}-${random}`;
}

function summaryFile(id: string): string {
  return `${id}.json`;
}

function partsFile(id: string): string {
  return `${id}.parts.json`;
}

function isSummary(name: string): boolean {
  return /^run-[\w-]+\.json$/.test(name);
}

const texts = ['id', 'uri', 'invocation', 'arguments', 'folder', 'state'];

function isRunSummary(value: unknown): value is RunSummary {
  if (!isMap(value) || texts.some((name) => typeof value[name] !== 'string')) return false;
  return /^run-[\w-]+$/.test(value.id as string) && typeof value.startedAt === 'number';
}

const kinds: readonly unknown[] = [
  'text',
  'thinking',
  'inserted',
  'tool',
  'denial',
  'hook',
  'retry',
  'compaction',
  'notice',
] satisfies readonly RunPart['kind'][];

function isRunPart(value: unknown): value is RunPart {
  return isMap(value) && typeof value.id === 'string' && typeof value.order === 'number' && kinds.includes(value.kind);
}
