import { describe, expect, test, vi } from 'vitest';
import { SharedTurns } from '../../../server/src/lsp/shared-turns.ts';

/** An event loop whose time only passes where work says so. */
class SlowLoop {
  time = 0;
  #next: (() => void)[] = [];
  readonly turns = new SharedTurns({ now: () => this.time, nextRound: (run) => this.#next.push(run) });

  /** Does works of steps that each take so long, and returns how long each round of the event loop was held. */
  async run(works: readonly { readonly steps: number; readonly ms: number }[]): Promise<readonly number[]> {
    let left = works.length;
    for (const { steps, ms } of works) {
      void this.#work(steps, ms).then(() => left--);
    }
    const held = [this.time];
    for (let round = 0; round < 10_000 && (left > 0 || this.#next.length > 0); round++) {
      const start = this.time;
      for (const run of this.#next.splice(0)) run();
      // Everything that follows without waiting for the event loop.
      for (let tick = 0; tick < 100; tick++) await Promise.resolve();
      held.push(this.time - start);
    }
    expect(left).toBe(0);
    return held;
  }

  async #work(steps: number, ms: number): Promise<void> {
    const { pause } = this.turns.split(false);
    for (let step = 0; step < steps; step++) {
      this.time += ms;
      const wait = pause();
      if (wait) await wait;
    }
  }
}

describe('turns that long works share', () => {
  test('hold the event loop for one turn and one step, however many works there are', async () => {
    const held = await new SlowLoop().run(Array.from({ length: 20 }, () => ({ steps: 50, ms: 1 })));
    // The first round, in which all of them begin, is not one of those measured.
    expect(Math.max(...held.slice(1))).toBeLessThanOrEqual(3);
    expect(held.length).toBeGreaterThan(90);
  });

  test('let short work pass between the turns of long work', async () => {
    const loop = new SlowLoop();
    const long = loop.run([{ steps: 1_000, ms: 1 }]);
    const { pause } = loop.turns.split(false);
    const ends: number[] = [];
    for (let step = 0; step < 5; step++) {
      loop.time += 1;
      await pause();
      ends.push(loop.time);
    }
    await long;
    // It waits for one turn of the other at a time, not for its end.
    expect(ends.at(-1)).toBeLessThan(200);
  });

  test('an answer goes on before all other works, however many there are', async () => {
    const loop = new SlowLoop();
    const { pause } = loop.turns.split(true);
    const others = loop.run(Array.from({ length: 20 }, () => ({ steps: 50, ms: 1 })));
    let longest = 0;
    for (let turn = 0; turn < 5; turn++) {
      const start = loop.time;
      let wait = pause();
      for (; !wait; wait = pause()) loop.time += 1;
      await wait;
      longest = Math.max(longest, loop.time - start);
    }
    await others;
    expect(longest).toBeLessThanOrEqual(4);
  });

  test('many short works share a turn', async () => {
    const held = await new SlowLoop().run(Array.from({ length: 200 }, () => ({ steps: 2, ms: 0.1 })));
    // 40 ms of work, of which each turn does 1 ms and the rest of a step.
    expect(Math.max(...held.slice(1))).toBeLessThanOrEqual(1.2);
    expect(held.length).toBeLessThan(60);
  });

  test('nothing goes on in quiet rounds, and all of it afterwards', async () => {
    const loop = new SlowLoop();
    const quiet = loop.turns.quietRounds(5);
    const held = await loop.run([{ steps: 50, ms: 1 }]);
    await quiet;
    expect(held.slice(1, 5)).toEqual([0, 0, 0, 0]);
    expect(held.reduce((sum, it) => sum + it)).toBe(50);
  });

  test('works rest until something else has ended, however it ends', async () => {
    const loop = new SlowLoop();
    const ends: (() => void)[] = [];
    const answered = loop.turns.restDuring(new Promise<string>((resolve) => ends.push(() => resolve('answer'))));
    const failed = loop.turns.restDuring(
      new Promise<never>((_, reject) => ends.push(() => reject(new Error('broken')))),
    );
    const caught = failed.catch((error: Error) => error.message);
    let isDone = false;
    const done = loop.run([{ steps: 5, ms: 1 }]).then(() => {
      isDone = true;
    });
    // Answers go on.
    const { pause } = loop.turns.split(true);
    expect(pause()).toBeUndefined();
    for (const end of ends) {
      for (let tick = 0; tick < 1_000; tick++) await Promise.resolve();
      expect(isDone).toBe(false);
      end();
    }
    expect(await Promise.all([answered, caught])).toEqual(['answer', 'broken']);
    await done;
    expect(loop.time).toBe(5);
  });

  test('works do not rest forever', async () => {
    vi.useFakeTimers();
    try {
      const loop = new SlowLoop();
      void loop.turns.restDuring(new Promise(() => {}));
      const { pause } = loop.turns.split(false);
      const waited = pause();
      expect(waited).toBeInstanceOf(Promise);
      await vi.advanceTimersByTimeAsync(1_000);
      await loop.run([]);
      await waited;
      expect(pause()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  test('work that is done within a turn never waits', () => {
    const loop = new SlowLoop();
    const { pause } = loop.turns.split(false);
    loop.time = 0.5;
    expect(pause()).toBeUndefined();
    loop.time = 1;
    expect(pause()).toBeInstanceOf(Promise);
  });
});
