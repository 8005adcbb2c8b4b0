import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { Random } from '../mutation/random.ts';
import { drawMemory } from './memory-chart.ts';
import { SoakedServer } from './soaked-server.ts';
import { SoakingEditor } from './soaking-editor.ts';

/*
 * `npm run soak -- --minutes 60`: edits skills at random for a while, asks for everything that editors ask for, and draws
 * the server's memory, each time after its garbage was collected, into `docs/soak.svg`. `--server FILE` names another build,
 * `--folder FOLDER` another place for the results.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    skills: { type: 'string', default: '120' },
    server: { type: 'string', default: path.join(repositoryRoot, 'dist', 'server.cjs') },
    folder: { type: 'string', default: path.join(repositoryRoot, 'docs') },
  },
});

const pauseBetweenEdits = 15;
const samples = 120;

const root = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-soak-')));
const server = SoakedServer.start(options.server, path.join(root, 'home'));
try {
  const editor = await SoakingEditor.open(server.connection, root, Number(options.skills), new Random(options.seed));
  const minutes = Number(options.minutes);
  const length = minutes * 60_000;
  const start = performance.now();
  const memory = [await server.sample(0)];
  for (let sample = 1; sample <= samples; sample++) {
    while (performance.now() - start < (length * sample) / samples) {
      await editor.step();
      await new Promise((resolve) => setTimeout(resolve, pauseBetweenEdits));
    }
    await editor.settle();
    memory.push(await server.sample((performance.now() - start) / 60_000));
    await write({ minutes, seed: options.seed, skills: Number(options.skills), ...editor.counts, memory });
  }
  const { heap } = memory.at(-1)!;
  console.log(`${minutes} minutes, ${editor.counts.edits} edits, ${editor.counts.requests} requests: heap ${heap} MB`);
  await server.stop();
} finally {
  server.kill();
  await rm(root, { recursive: true, force: true });
}

/** Written after each sample, so that an interrupted run leaves what it has seen. */
async function write(result: Parameters<typeof drawMemory>[0]): Promise<void> {
  await mkdir(options.folder, { recursive: true });
  await writeFile(path.join(options.folder, 'soak.json'), `${JSON.stringify(result)}\n`);
  await writeFile(path.join(options.folder, 'soak.svg'), drawMemory(result));
}
