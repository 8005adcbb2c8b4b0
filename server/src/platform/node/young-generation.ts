import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The part of V8's heap for new objects. */
export interface NewSpace {
  /** Bytes that are reserved for it. */
  readonly size: () => number;
  /** By how much it grows while many new objects stay in use; 1 for not at all. */
  readonly setGrowth: (factor: number) => void;
}

/**
 * Keeps the room for new objects small in a run that needs much memory anyway. V8 doubles it twice soon, to 32 MB, but
 * with half of that a check takes as much processor time. It can be kept from growing, but never made smaller: so it is
 * held until it is known how large the run is.
 */
export class YoungGeneration {
  readonly #space: NewSpace | undefined;
  #state: 'held' | 'growing' | 'settled' = 'held';
  readonly #first: number;

  constructor(space = isSupported() ? newSpace : undefined) {
    this.#space = space;
    this.#first = space?.size() ?? 0;
    space?.setGrowth(1);
  }

  /** Lets it grow as usual. */
  release(): void {
    this.#state = 'settled';
    this.#space?.setGrowth(usualGrowth);
  }

  /** Lets it grow once. To be called often: V8 does not tell when it has. */
  growOnce(): void {
    if (this.#state === 'settled' || !this.#space) return;
    if (this.#state === 'held') {
      this.#state = 'growing';
      this.#space.setGrowth(usualGrowth);
    } else if (this.#space.size() > this.#first) {
      this.#state = 'settled';
      this.#space.setGrowth(1);
    }
  }
}

const usualGrowth = 2;

/** Measured with Node 20; others have other sizes. */
function isSupported(): boolean {
  return process.versions.node.startsWith('20.');
}

const newSpace: NewSpace = {
  size: () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0,
  setGrowth: (factor) => setFlagsFromString(`--semi-space-growth-factor=${factor}`),
};
