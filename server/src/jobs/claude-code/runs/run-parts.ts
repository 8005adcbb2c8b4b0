import type { RunPart } from '../../../protocol.ts';

/** The content of a part, without its place. */
type RunPartContent = RunPart extends infer Part
  ? Part extends RunPart
    ? Omit<Part, 'id' | 'parent' | 'order'>
    : never
  : never;

/** How much of a run is kept. Claude Code's own transcript has all of it. */
interface RunBounds {
  /** UTF-16 units of one text, one input or one output. */
  readonly text: number;
  readonly parts: number;
  /** UTF-16 units of all parts. */
  readonly total: number;
}

const RUN_BOUNDS: RunBounds = { text: 100_000, parts: 4_000, total: 4_000_000 };

/** UTF-16 units that are left of a long text, input or output when the whole run has become too large. */
const shortened = 200;

/** Removed parts that are remembered, for pages that still show them. */
const maxRemoved = 20_000;

/** Counted for a part besides its texts. */
const partSize = 200;

interface Entry {
  readonly part: RunPart;
  /** The version in which it last changed. */
  readonly version: number;
  readonly size: number;
}

/** The parts of one run, in the order in which they began, bounded in number and size. */
export class RunParts {
  readonly #bounds: RunBounds;
  readonly #entries = new Map<string, Entry>();
  #removed: { readonly id: string; readonly version: number }[] = [];
  #removedCount = 0;
  #nextOrder = 1;
  #version = 0;
  #size = 0;

  constructor(bounds: RunBounds = RUN_BOUNDS) {
    this.#bounds = bounds;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  get(id: string): RunPart | undefined {
    return this.#entries.get(id)?.part;
  }

  all(): readonly RunPart[] {
    return [...this.#entries.values()].map(({ part }) => part);
  }

  /** The parts that have changed after a version, and those that are no longer there. */
  since(version: number): { readonly parts: readonly RunPart[]; readonly removed: readonly string[] } {
    const changed = [...this.#entries.values()].filter((entry) => entry.version > version);
    const removed = this.#removed.filter((it) => it.version > version);
    return { parts: changed.map(({ part }) => part), removed: removed.map(({ id }) => id) };
  }

  /** Adds a part after all others. Nothing happens if there is one with this id. */
  add(id: string, parent: string | undefined, content: RunPartContent): void {
    if (this.#entries.has(id)) return;
    this.#put({ id, ...(parent !== undefined && { parent }), order: this.#nextOrder++, ...content });
    this.#makeRoom();
  }

  /** Replaces what a part says. Nothing happens if there is no such part, or if the change is the same part. */
  change(id: string, change: (part: RunPart) => RunPart): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const part = change(entry.part);
    if (part === entry.part) return;
    this.#put(part);
    this.#makeRoom();
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#size -= entry.size;
    this.#entries.delete(id);
    this.#removed.push({ id, version: ++this.#version });
    if (this.#removed.length > maxRemoved) this.#removed = this.#removed.slice(-maxRemoved / 2);
  }

  #put(part: RunPart): void {
    const bounded = withinBounds(part, this.#bounds.text);
    const size = sizeOf(bounded);
    this.#size += size - (this.#entries.get(part.id)?.size ?? 0);
    this.#entries.set(part.id, { part: bounded, version: ++this.#version, size });
  }

  #makeRoom(): void {
    const { parts, total } = this.#bounds;
    if (this.#entries.size > parts) this.#removeOldest(Math.ceil(parts / 10));
    if (this.#size > total) this.#shortenOldest(total * 0.75);
  }

  /** Texts of the oldest steps go first. What is still being written stays. */
  #shortenOldest(target: number): void {
    for (const { part, size } of this.#entries.values()) {
      if (this.#size <= target) return;
      if (size > 2 * shortened + partSize && !isOpen(part)) this.#put(withinBounds(part, shortened));
    }
  }

  #removeOldest(count: number): void {
    const oldest = [...this.#entries.values()].filter(({ part }) => part.id !== droppedId).slice(0, count);
    const { order } = oldest.at(-1)!.part;
    for (const { part } of oldest) this.remove(part.id);
    this.#removedCount += oldest.length;
    const text = `${this.#removedCount.toLocaleString('en')} earlier steps are no longer shown`;
    this.#put({ id: droppedId, order, kind: 'notice', text });
  }
}

/** The part that says how many others were removed. */
const droppedId = 'dropped';

function isOpen(part: RunPart): boolean {
  if (part.kind === 'text' || part.kind === 'thinking') return !part.ended;
  return (part.kind === 'tool' || part.kind === 'hook') && part.state === 'running';
}

function sizeOf(part: RunPart): number {
  switch (part.kind) {
    case 'text':
    case 'thinking':
    case 'inserted':
    case 'retry':
    case 'compaction':
    case 'notice':
      return partSize + part.text.length;
    case 'tool':
      return partSize + part.input.length + (part.output?.length ?? 0);
    case 'hook':
      return partSize + (part.output?.length ?? 0);
    case 'denial':
      return partSize + part.summary.length;
  }
}

function withinBounds(part: RunPart, limit: number): RunPart {
  switch (part.kind) {
    case 'text':
    case 'thinking':
    case 'inserted': {
      const { kept, cut } = cutAt(part.text, limit);
      return cut === 0 ? part : { ...part, text: kept, textCut: (part.textCut ?? 0) + cut };
    }
    case 'tool': {
      const input = cutAt(part.input, limit);
      const output = cutAt(part.output ?? '', limit);
      if (input.cut === 0 && output.cut === 0) return part;
      return {
        ...part,
        input: input.kept,
        ...(input.cut > 0 && { inputCut: (part.inputCut ?? 0) + input.cut }),
        ...(part.output !== undefined && { output: output.kept }),
        ...(output.cut > 0 && { outputCut: (part.outputCut ?? 0) + output.cut }),
      };
    }
    case 'hook': {
      const { kept, cut } = cutAt(part.output ?? '', limit);
      return cut === 0 ? part : { ...part, output: kept, outputCut: (part.outputCut ?? 0) + cut };
    }
    default:
      return part;
  }
}

/** Never between the two halves of a character. The copy does not keep the long text in memory. */
function cutAt(text: string, limit: number): { readonly kept: string; readonly cut: number } {
  if (text.length <= limit) return { kept: text, cut: 0 };
  const isHalf = /[\uD800-\uDBFF]/.test(text[limit - 1]!);
  const end = isHalf ? limit - 1 : limit;
  return { kept: structuredClone(text.slice(0, end)), cut: text.length - end };
}
