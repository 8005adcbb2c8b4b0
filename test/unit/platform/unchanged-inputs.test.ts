import { mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { blockingFileSystem } from '../../../server/src/platform/node/blocking-file-system.ts';
import { InputRecorder, type Machine, type RecordedInputs } from '../../../server/src/platform/node/input-recorder.ts';
import { unchangedInputs } from '../../../server/src/platform/node/unchanged-inputs.ts';

/** A file, what a run recorded that read it, and a machine that counts how often files are read. */
async function setUp() {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(() => void vi.useRealTimers());
  // However long the test takes, the file was just written.
  vi.useFakeTimers({ toFake: ['Date'] });
  const file = `${folder}/SKILL.md`;
  await writeFile(file, 'one');
  let reads = 0;
  const machine: Machine = {
    files: {
      ...blockingFileSystem,
      readFile: (...args) => {
        reads++;
        return blockingFileSystem.readFile(...args);
      },
    },
    environment: { home: folder, managed: folder, variable: () => undefined },
  };
  const recorder = new InputRecorder(machine);
  await recorder.files.readFile(file);
  /** How many files are read to find the inputs unchanged, and what they are now. */
  const ask = async (inputs: RecordedInputs) => {
    const before = reads;
    return { now: await unchangedInputs(inputs, machine), reads: reads - before };
  };
  return { file, inputs: recorder.inputs()!, ask };
}

/** Lets the clock go on, until the times of files written now tell later changes apart. */
function wait(): void {
  vi.setSystemTime(Date.now() + 60_000);
}

test('a file that was just written is read again until its state tells changes apart, then once', async () => {
  const { inputs, ask } = await setUp();
  expect(await ask(inputs)).toEqual({ now: inputs, reads: 1 });
  wait();
  const later = await ask(inputs);
  expect(later.reads).toBe(1);
  expect(await ask(later.now!)).toEqual({ now: later.now, reads: 0 });
});

test('a file that was written again with the same text is read once', async () => {
  const { file, inputs, ask } = await setUp();
  wait();
  const { now: known } = await ask(inputs);
  await writeFile(file, 'one');
  await utimes(file, 1_000_000, 1_000_000);
  const { now: touched, reads } = await ask(known!);
  expect(reads).toBe(1);
  expect(await ask(touched!)).toEqual({ now: touched, reads: 0 });
});

test('a file with another text of the same size is a change', async () => {
  const { file, inputs, ask } = await setUp();
  wait();
  const { now: known } = await ask(inputs);
  await writeFile(file, 'two');
  expect((await ask(inputs)).now).toBeUndefined();
  await utimes(file, 1_000_000, 1_000_000);
  expect((await ask(known!)).now).toBeUndefined();
});
