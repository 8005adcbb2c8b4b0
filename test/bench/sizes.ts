import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { drawBars } from './bar-chart.ts';
import { type Comparison, quantile, type Row } from './comparison.ts';
import { generateSkill, hugeSize, largeSize, type SkillSize, usualSize, writeSkills } from './generated-skills.ts';
import { printComparison, writeReport } from './report.ts';
import { ServerProcess } from './server-process.ts';
import { TypedText } from './typed-text.ts';

/*
 * `npm run bench:sizes`: what an editor waits for in small and large workspaces, over the protocol: findings after an
 * edit, the preview after an edit, the first tree; and how much memory the server takes. Writes
 * `docs/editor-cost.json` and `.svg`.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });
const quick = options.quick === true;
const workspaces = quick ? [1, 20] : [1, 1_000, 10_000];
const trees = quick ? [30] : [30, 300, 3_000];
const treeRounds = quick ? 1 : 7;

interface Text {
  readonly name: string;
  readonly size: SkillSize;
  readonly edits: number;
}

const texts: readonly Text[] = [
  { name: '7 kB', size: usualSize, edits: quick ? 5 : 300 },
  { name: '500 lines', size: largeSize, edits: quick ? 5 : 300 },
  { name: '1 MB', size: hugeSize, edits: quick ? 2 : 60 },
];
/** Edits before anything is measured. */
const warmUp = quick ? 1 : 30;

const number = (count: number) => count.toLocaleString('en');
const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-bench-')));
const findings = new Map<string, Row[]>(texts.map(({ name }) => [name, []]));
const memory: Row[] = [];
const previews: Row[] = [];
const firstTrees: Row[] = [];
try {
  for (const skills of workspaces) {
    const project = path.join(folder, `workspace-${skills}`);
    const [file] = (await writeSkills(project, skills, usualSize)) as [string];
    const taken: number[] = [];
    for (const text of texts) {
      await writeFile(file, generateSkill(0, text.size));
      const measured = await measureEdits(project, file, text, skills === 1);
      findings.get(text.name)!.push({ name: among(skills), samples: measured.findings });
      taken.push(measured.megabytes);
      if (skills === 1) previews.push({ name: text.name, samples: measured.previews });
    }
    memory.push({ name: among(skills), samples: taken });
    await rm(project, { recursive: true });
  }
  for (const skills of trees) {
    const project = path.join(folder, `tree-${skills}`);
    await writeSkills(project, skills, usualSize);
    const samples: number[] = [];
    for (let round = 0; round < treeRounds; round++) samples.push(await firstTree(project));
    firstTrees.push({ name: `${number(skills)} skills`, samples });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const comparisons: readonly Comparison[] = [
  ...[...findings].map(
    ([name, rows]): Comparison => ({ title: `Edit to diagnostics, a skill of ${name}`, unit: 'ms', rows }),
  ),
  { title: 'Edit to preview, in a workspace of one skill', unit: 'ms', rows: previews },
  { title: 'Start of the server to the first tree', unit: 'ms', rows: firstTrees },
  { title: 'Memory of the server after these edits', unit: 'MB', rows: memory },
];
for (const comparison of comparisons) printComparison(comparison);
console.log(`Written to ${await writeReport(comparisons, quick, 'bench-sizes')}`);
if (!quick) await writeDocs();

function among(skills: number): string {
  return skills === 1 ? 'one skill' : `${number(skills)} skills`;
}

async function measureEdits(project: string, file: string, text: Text, withPreview: boolean) {
  const server = await ServerProcess.start(project);
  try {
    const typed = new TypedText(await server.open(file));
    // What needs the other skills is known from now on.
    await server.ask('skillwright/tree', { grouping: 'tier', hideEmpty: true });
    await server.ask('skillwright/budget', {});
    await server.diagnose(file);
    // Descriptions are still being compared, once for all edits.
    await server.idle();
    const found = await samplesOf(text.edits, async () => {
      await server.type(file, typed.type());
      const report = await server.diagnose(file);
      if (report.kind !== 'full') throw new Error('The server says that nothing has changed since the edit');
    });
    const uri = `file://${file}`;
    const shown = await samplesOf(withPreview ? text.edits : 0, async () => {
      await server.type(file, typed.type());
      if (!(await server.ask('skillwright/preview', { uri, arguments: 'src v1' }))) throw new Error('No preview');
    });
    return { findings: found, previews: shown, megabytes: await server.megabytes() };
  } finally {
    await server.stop();
  }
}

async function samplesOf(edits: number, work: () => Promise<void>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = edits === 0 ? 0 : -warmUp; round < edits; round++) {
    const start = performance.now();
    await work();
    if (round >= 0) samples.push(performance.now() - start);
  }
  return samples;
}

async function firstTree(project: string): Promise<number> {
  const start = performance.now();
  const server = await ServerProcess.start(project);
  try {
    const view = { grouping: 'tier', hideEmpty: true } as const;
    const [first] = await server.ask('skillwright/tree', view);
    await server.ask('skillwright/tree', { ...view, parent: first!.id });
    return performance.now() - start;
  } finally {
    await server.stop();
  }
}

async function writeDocs(): Promise<void> {
  const shares = { median: 0.5, p95: 0.95, p99: 0.99 };
  const rounded = (value: number) => Number(value.toPrecision(3));
  const rows = comparisons.map(({ title, unit, rows }) => ({
    title,
    unit,
    rows: rows.map(({ name, samples }) => ({
      name,
      ...Object.fromEntries(Object.entries(shares).map(([key, share]) => [key, rounded(quantile(samples, share))])),
    })),
  }));
  const report = { date: new Date().toISOString().slice(0, 10), node: process.version, comparisons: rows };
  const docs = path.join(repositoryRoot, 'docs');
  await writeFile(path.join(docs, 'editor-cost.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  const bars = comparisons
    .filter(({ unit }) => unit === 'ms')
    .map(({ title, rows }) => ({
      name: title,
      values: rows.map(({ name, samples }) => ({
        label: `${name}, 95 of 100 within ${rounded(quantile(samples, 0.95)).toLocaleString('en')}`,
        value: quantile(samples, 0.5),
      })),
    }));
  await writeFile(path.join(docs, 'editor-cost.svg'), drawBars('What an editor waits for, in milliseconds', bars));
}
