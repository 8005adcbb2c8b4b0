/*
 * The pseudorandom numbers of Python's `random`, as far as `seed` and `shuffle` need them: MT19937 (Matsumoto and Nishimura,
 * 1998), seeded by an array. With the same seed, a list is shuffled as in Python.
 */

const size = 624;
const middle = 397;

/** A generator that was seeded with `random.seed(seed)`. */
export class PythonRandom {
  readonly #state = new Uint32Array(size);
  #index = size;

  /** @param seed a whole number from 0 to 2³² − 1 */
  constructor(seed: number) {
    const state = this.#state;
    state[0] = 19_650_218;
    for (let i = 1; i < size; i++) state[i] = Math.imul(1_812_433_253, mixed(state[i - 1]!)) + i;
    let at = 1;
    for (let left = size; left > 0; left--) {
      state[at] = (state[at]! ^ Math.imul(mixed(state[at - 1]!), 1_664_525)) + seed;
      at = this.#next(at);
    }
    for (let left = size - 1; left > 0; left--) {
      state[at] = (state[at]! ^ Math.imul(mixed(state[at - 1]!), 1_566_083_941)) - at;
      at = this.#next(at);
    }
    state[0] = 0x8000_0000;
  }

  /** As `random.shuffle`, into a new list. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const list = [...items];
    for (let last = list.length - 1; last > 0; last--) {
      const other = this.#below(last + 1);
      [list[last], list[other]] = [list[other]!, list[last]!];
    }
    return list;
  }

  #next(at: number): number {
    if (at + 1 < size) return at + 1;
    this.#state[0] = this.#state[size - 1]!;
    return 1;
  }

  #below(limit: number): number {
    const bits = 32 - Math.clz32(limit);
    for (;;) {
      const number = this.#number() >>> (32 - bits);
      if (number < limit) return number;
    }
  }

  #number(): number {
    if (this.#index >= size) this.#twist();
    let y = this.#state[this.#index++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c_5680;
    y ^= (y << 15) & 0xefc6_0000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  #twist(): void {
    const state = this.#state;
    for (let i = 0; i < size; i++) {
      const y = (state[i]! & 0x8000_0000) | (state[(i + 1) % size]! & 0x7fff_ffff);
      state[i] = state[(i + middle) % size]! ^ (y >>> 1) ^ (y & 1 ? 0x9908_b0df : 0);
    }
    this.#index = 0;
  }
}

function mixed(number: number): number {
  return number ^ (number >>> 30);
}
