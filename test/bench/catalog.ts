import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type LoadedCatalog, loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { ALL_SETTING_SOURCES, type Session } from '../../server/src/catalog/session.ts';
import { updateCatalog } from '../../server/src/catalog/update-catalog.ts';
import { mapConcurrently } from '../../server/src/platform/map-concurrently.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { type Comparison, type Rounds, type Row, runInterleaved } from './comparison.ts';

/** A session with many skills, spread evenly over five tiers. */
interface CrowdedSession {
  readonly skills: number;
  readonly session: Session;
  readonly files: readonly string[];
}

/** The session with its catalog. */
interface LiveSession extends CrowdedSession {
  readonly loaded: LoadedCatalog;
}

const concurrency = 32;

/** What the catalog costs at several sizes: the first reading, one edit, one rename, the memory that it keeps. */
export async function compareCatalogs(
  folder: string,
  sizes: readonly number[],
  loads: Rounds,
  edits: Rounds,
): Promise<Comparison[]> {
  const sessions: LiveSession[] = [];
  const comparisons: Comparison[] = [];
  const memory: Row[] = [];
  for (const size of sizes) {
    const crowded = await layOut(path.join(folder, `catalog-${size}`), size);
    const rows = await runInterleaved(loads, () => undefined, {
      'reading the files alone': () =>
        mapConcurrently(crowded.files, concurrency, (file) => nodeFileSystem.readFile(file)),
      'first full catalog and listing': async () => (await loadCatalog(crowded.session)).catalog.listing(),
    });
    comparisons.push({ title: `Catalog of ${size} skills over five tiers`, unit: 'ms', rows });
    const { loaded, megabytes } = await keepCatalog(crowded);
    memory.push({ name: `${size} skills`, samples: [megabytes] });
    sessions.push({ ...crowded, loaded });
  }
  comparisons.push({ title: 'Memory kept by a catalog', unit: 'MB', rows: memory });
  let turn = 0;
  const each = (work: (live: LiveSession) => Promise<unknown>) =>
    Object.fromEntries(sessions.map((it) => [`${it.skills} skills`, () => work(it)]));
  comparisons.push({
    title: 'One edit, from the file to the changed skill and its line',
    unit: 'ms',
    rows: await runInterleaved(
      edits,
      () => turn++,
      each((it) => editOne(it, turn)),
    ),
  });
  comparisons.push({
    title: 'The budget after an edit: who is shown, and how much of whom',
    unit: 'ms',
    rows: await runInterleaved(
      edits,
      async () => {
        turn++;
        for (const it of sessions) await editOne(it, turn);
      },
      each(async ({ loaded }) => loaded.catalog.listing()),
    ),
  });
  comparisons.push({
    title: 'One rename of a skill, and back',
    unit: 'ms',
    rows: await runInterleaved(
      edits,
      () => turn++,
      each((it) => renameOne(it, turn)),
    ),
  });
  return comparisons;
}

async function editOne({ loaded, files, session }: LiveSession, turn: number): Promise<void> {
  const file = files[(turn * 7919) % files.length]!;
  await writeFile(file, skillText(path.basename(path.dirname(file)), `edited in turn ${turn}`));
  const changed = await updateCatalog(loaded, [file], session);
  if (changed.size === 0) throw new Error('The edit was not seen');
}

async function renameOne({ loaded, files, session }: LiveSession, turn: number): Promise<void> {
  const folder = path.dirname(files[(turn * 7919) % files.length]!);
  const other = `${folder}-renamed`;
  await rename(folder, other);
  await updateCatalog(loaded, [folder, other], session);
  await rename(other, folder);
  const changed = await updateCatalog(loaded, [other, folder], session);
  if (changed.size === 0) throw new Error('The rename was not seen');
}

/** Loads a catalog, and tells how much more the heap holds with it than before. */
async function keepCatalog({ session }: CrowdedSession): Promise<{ loaded: LoadedCatalog; megabytes: number }> {
  const before = usedHeap();
  const loaded = await loadCatalog(session);
  loaded.catalog.listing();
  return { loaded, megabytes: (usedHeap() - before) / 1_000_000 };
}

function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function layOut(root: string, size: number): Promise<CrowdedSession> {
  const [home, managed, project, plugin] = ['home', 'managed', 'project', 'plugin'].map((name) =>
    path.join(root, name),
  );
  const places = [
    `${managed}/.claude/skills`,
    `${home}/.claude/skills`,
    `${project}/.claude/skills`,
    `${project}/apps/web/.claude/skills`,
    `${plugin}/skills`,
  ];
  await mkdir(`${project}/.git`, { recursive: true });
  await mkdir(`${plugin}/.claude-plugin`, { recursive: true });
  await writeFile(`${plugin}/.claude-plugin/plugin.json`, '{ "name": "office" }');
  const files = Array.from({ length: size }, (_, index) => `${places[index % places.length]}/skill-${index}/SKILL.md`);
  await mapConcurrently(files, concurrency, async (file) => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, skillText(path.basename(path.dirname(file)), 'as it was first written'));
  });
  const session: Session = {
    folder: project,
    runtime: 'claude-code',
    environment: { home, managed, variable: () => undefined },
    files: nodeFileSystem,
    addedFolders: [],
    pluginFolders: [plugin!],
    settingSources: ALL_SETTING_SOURCES,
    model: undefined,
    touchedFiles: [],
  };
  return { skills: size, session, files };
}

function skillText(name: string, how: string): string {
  const description = `Handles the work called ${name}, ${how}. Use when the user asks for ${name} or names its files.`;
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${'Do one thing after the other.\n'.repeat(60)}`;
}
