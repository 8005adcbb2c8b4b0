import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Comparison, Row } from './comparison.ts';
import { usualSize, writeSkills } from './generated-skills.ts';
import { ServerProcess } from './server-process.ts';
import { TypedText } from './typed-text.ts';

/** Somebody types, and moves the mouse: an edit and a hover this often, in milliseconds. */
const interval = 50;

/** How many files a branch changes. */
const branch = 100;

const position = { line: 1, character: 2 };

/** What else is done meanwhile. */
type Work = (server: ServerProcess, files: readonly string[]) => Promise<unknown>;

/** Waits for a pause in typing. */
const closedFiles = 'findings of closed files are found, for 3 s';

const works: Readonly<Record<string, Work>> = {
  'the catalog is read, and findings that need it appear': readCatalog,
  'the budget is shown': (server) => server.ask('skillwright/budget', {}),
  'a branch of 100 files is switched': switchBranch,
  [closedFiles]: checkClosed,
  'nothing else is done': () => setTimeout(1_000),
};

/** How long a hover after an edit waits while a server reads and checks projects with many skills, and how long its event loop was held. */
export async function compareAnswers(
  folder: string,
  sizes: readonly number[],
  nodeOptions: readonly string[] = [],
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  const memory: Row[] = [];
  for (const size of sizes) {
    const project = path.join(folder, `answering-${size}`);
    const files = await writeSkills(project, size, usualSize);
    const server = await ServerProcess.start(project, nodeOptions);
    const typed = new TypedText(await server.open(files[0]!));
    const answers: Row[] = [];
    const held: Row[] = [];
    await server.heldSince();
    for (const [name, work] of Object.entries(works)) {
      answers.push({
        name,
        samples: await hoversDuring(server, files[0]!, name === closedFiles ? undefined : typed, work(server, files)),
      });
      held.push({ name, samples: [await server.heldSince()] });
    }
    memory.push({ name: `${size} skills`, samples: [await server.megabytes()] });
    await server.stop();
    comparisons.push(
      { title: `Edit to hover, over the protocol, among ${size} skills, while`, unit: 'ms', rows: answers },
      { title: `Longest time that the event loop was held, among ${size} skills, while`, unit: 'ms', rows: held },
    );
  }
  return [...comparisons, { title: 'Memory of the server after all of it', unit: 'MB', rows: memory }];
}

async function hoversDuring(
  server: ServerProcess,
  file: string,
  typed: TypedText | undefined,
  work: Promise<unknown>,
): Promise<number[]> {
  const samples: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const start = performance.now();
    if (typed) await server.type(file, typed.type());
    await server.hover(file, position);
    samples.push(performance.now() - start);
    await setTimeout(Math.max(0, interval - (performance.now() - start)));
  }
  await done;
  return samples;
}

/** As an editor does that has opened a file and shows the tree. */
async function readCatalog(server: ServerProcess, [file]: readonly string[]): Promise<void> {
  const refreshed = server.refreshed();
  const view = { grouping: 'tier', hideEmpty: true } as const;
  const [first] = await Promise.all([server.ask('skillwright/tree', view), server.diagnose(file!)]);
  await server.ask('skillwright/tree', { ...view, parent: first[0]!.id });
  await refreshed;
  await server.diagnose(file!);
}

async function switchBranch(server: ServerProcess, files: readonly string[]): Promise<void> {
  const changed = files.slice(1, 1 + branch);
  const texts = await Promise.all(changed.map((file) => readFile(file, 'utf8')));
  await Promise.all(changed.map((file, index) => writeFile(file, `${texts[index]}\nOne more line.\n`)));
  await server.changed(changed);
  await server.ask('skillwright/tree', { grouping: 'tier', hideEmpty: true });
  await server.ask('skillwright/budget', {});
  await server.diagnose(files[0]!);
}

async function checkClosed(server: ServerProcess): Promise<void> {
  await server.checkWorkspace(AbortSignal.timeout(3_000));
}
