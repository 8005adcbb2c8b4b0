import type { RunDetails, RunPart } from '../../../../server/src/protocol.ts';

/** A message to the page has about so many characters of text at most, so that each is taken within a frame. */
const maxCharacters = 200_000;

/** Gets what changes in a run to its page: one portion after the other, and only what has changed since the last one. */
export class RunChanges {
  readonly #ask: (since: number) => Promise<RunDetails | null>;
  readonly #show: (details: RunDetails | null) => void;
  readonly #send: (parts: readonly RunPart[], removed: readonly string[]) => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #version = 0;
  #isStale = false;
  #isWorking = false;
  #turn = 0;

  /**
   * @param show called with each answer, before its parts are sent
   * @param send ends when the page has taken the parts
   */
  constructor(parts: {
    readonly ask: (since: number) => Promise<RunDetails | null>;
    readonly show: (details: RunDetails | null) => void;
    readonly send: (parts: readonly RunPart[], removed: readonly string[]) => Promise<void>;
    readonly failed: (error: unknown) => void;
  }) {
    this.#ask = parts.ask;
    this.#show = parts.show;
    this.#send = parts.send;
    this.#failed = parts.failed;
  }

  /** Begins with the first part: the page knows none. */
  restart(): void {
    this.#version = 0;
    this.#turn++;
    this.#isWorking = false;
    this.changed();
  }

  /** Something has changed. */
  changed(): void {
    this.#isStale = true;
    if (!this.#isWorking) void this.#work(this.#turn);
  }

  async #work(turn: number): Promise<void> {
    this.#isWorking = true;
    try {
      while (this.#isStale && turn === this.#turn) {
        this.#isStale = false;
        const details = await this.#ask(this.#version);
        if (turn !== this.#turn) return;
        this.#show(details);
        if (!details) continue;
        this.#version = details.version;
        let { removed } = details;
        for (const portion of portions(details.parts)) {
          await this.#send(portion, removed);
          if (turn !== this.#turn) return;
          removed = [];
        }
        if (removed.length > 0) await this.#send([], removed);
      }
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    } finally {
      if (turn === this.#turn) this.#isWorking = false;
    }
  }
}

function portions(parts: readonly RunPart[]): RunPart[][] {
  const found: RunPart[][] = [];
  let characters = maxCharacters;
  for (const part of parts) {
    if (characters >= maxCharacters) {
      found.push([]);
      characters = 0;
    }
    found.at(-1)!.push(part);
    characters += sizeOf(part);
  }
  return found;
}

function sizeOf(part: RunPart): number {
  const texts = Object.values(part).map((value) => (typeof value === 'string' ? value.length : 0));
  return texts.reduce((sum, length) => sum + length, 100);
}
