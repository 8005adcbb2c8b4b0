import { describe, expect, test } from 'vitest';
import { type Disk, type OpenedFile, readBounded } from '../../../server/src/platform/node/read-bounded.ts';
import { Unreadable } from '../../../server/src/platform/node/unreadable.ts';

const never = new Promise<never>(() => {});

/** A disk with one file that reads as `read` says, and how often it was opened and closed. */
function diskWith(read: OpenedFile['read'], size: number) {
  const counts = { opened: 0, closed: 0 };
  const disk: Disk = {
    isPseudo: async () => false,
    open: async () => {
      counts.opened++;
      return {
        stat: async () => ({ isFile: () => true, isDirectory: () => false, size }),
        read,
        close: async () => void counts.closed++,
      };
    },
  };
  return { disk, counts };
}

describe('readBounded', () => {
  test('gives up what does not answer, and does not ask a second time while the first answer is out', async () => {
    const { disk, counts } = diskWith(() => never, 10);
    const bounds = { max: 100, milliseconds: 50 };
    const outcomes = [await readBounded('/slow', bounds, disk), await readBounded('/slow', bounds, disk)];
    for (const outcome of outcomes) expect(outcome).toEqual(new Unreadable('no answer within 0.05 seconds'));
    expect(counts.opened).toBe(1);
  });

  test('large files that do not answer keep no others waiting for ever', async () => {
    const bounds = { max: 10_000_000, milliseconds: 50 };
    const slow = readBounded('/slow-and-large', bounds, diskWith(() => never, 2_000_000).disk);
    const { disk } = diskWith(async (_buffer, offset) => ({ bytesRead: offset === 0 ? 2_000_000 : 0 }), 2_000_000);
    const other = readBounded('/large', bounds, disk);
    expect(await slow).toBeInstanceOf(Unreadable);
    expect(await other).toHaveLength(2_000_000);
  });

  test('a file that drips is given up, and closed', async () => {
    const drip = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { bytesRead: 1 };
    };
    const { disk, counts } = diskWith(drip, 0);
    expect(await readBounded('/drip', { max: 1_000_000, milliseconds: 50 }, disk)).toBeInstanceOf(Unreadable);
    await expect.poll(() => counts.closed).toBe(1);
  });

  test('a file that grows while it is read is read up to the bound', async () => {
    let given = 0;
    const { disk, counts } = diskWith(async (_buffer, _offset, length) => {
      given += length;
      return { bytesRead: length };
    }, 10);
    const bounds = { max: 1_048_576, milliseconds: 5_000 };
    expect(await readBounded('/grows', bounds, disk)).toEqual(new Unreadable('larger than 1 MiB'));
    expect(given).toBe(1_048_577);
    expect(counts.closed).toBe(1);
  });

  test('an ordinary file takes one piece', async () => {
    let pieces = 0;
    const { disk } = diskWith(async (buffer, offset) => {
      pieces++;
      buffer.set([1, 2, 3], offset);
      return { bytesRead: 3 };
    }, 3);
    expect(await readBounded('/plain', { max: 3, milliseconds: 5_000 }, disk)).toEqual(new Uint8Array([1, 2, 3]));
    expect(pieces).toBe(1);
  });
});
