import { describe, expect, test } from 'vitest';
import { Turns } from '../../../server/src/lsp/turns.ts';

/** A piece of work that ends when the test says so. */
function work() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

/** Lets everything happen that waits for nothing from outside. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('turns', () => {
  test('are taken as long as there are some, then in order', async () => {
    const turns = new Turns(2);
    const works = [work(), work(), work(), work()];
    const begun: number[] = [];
    const results = works.map(({ ended }, index) =>
      turns.take(async () => {
        begun.push(index);
        await ended;
        return index;
      }),
    );
    await settled();
    expect(begun).toEqual([0, 1]);
    works[1]!.end();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    for (const { end } of works) end();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
    expect(await turns.take(async () => 'free again')).toBe('free again');
  });

  test('are passed on by what fails', async () => {
    const turns = new Turns(1);
    const failing = turns.take(() => Promise.reject(new Error('broken')));
    const next = turns.take(async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  test('are given up at once by who does not want to wait any more', async () => {
    const turns = new Turns(1);
    const { ended, end } = work();
    const first = turns.take(() => ended);
    const impatient = new AbortController();
    let ran = false;
    const second = turns.take(async () => {
      ran = true;
    }, impatient.signal);
    const third = turns.take(async () => 'third');
    impatient.abort();
    expect(await second).toBeUndefined();
    end();
    await first;
    expect(await third).toBe('third');
    expect(ran).toBe(false);
    expect(await turns.take(async () => 'late', impatient.signal)).toBeUndefined();
  });
});
