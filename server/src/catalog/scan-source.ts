import type { RuntimeId } from '../document/runtime-id.ts';
import type { FileSystem, FolderEntry } from '../platform/file-system.ts';
import { mapConcurrently } from '../platform/map-concurrently.ts';
import { type Candidate, type CandidatePlace, isFile, readCandidate } from './candidate.ts';
import { compareTexts } from './candidate-order.ts';
import type { SkillSource, SourceError } from './catalog-skill.ts';
import { lastPart } from './last-part.ts';
import type { Session } from './session.ts';

/** How many files of a source are read at a time. */
const concurrency = 32;

/** Deeper folders of commands are not entered. */
const deepestCommandFolder = 16;

/** What a source holds. */
export interface ScannedSource {
  readonly source: SkillSource;
  readonly candidates: readonly Candidate[];
  readonly errors: readonly SourceError[];
}

/** Finds and reads the skills or commands of a source. */
export async function scanSource(source: SkillSource, session: Session): Promise<ScannedSource> {
  const { tier, folder } = source;
  const places = await findPlaces(source, session);
  if (typeof places === 'string') {
    return { source, candidates: [], errors: [{ source: tier, path: folder, message: places }] };
  }
  return { source, candidates: await readCandidates(places, session), errors: [] };
}

/** Reads files; what went away since its folder was listed was not there. */
export async function readCandidates(places: readonly CandidatePlace[], session: Session): Promise<Candidate[]> {
  const read = await mapConcurrently(places, concurrency, (place) => readCandidate(place, session));
  return read.filter(({ identity }) => identity !== undefined);
}

/** Where the files of one entry of a skills folder are, without looking at the other entries. */
export async function findPlacesIn(source: SkillSource, name: string, session: Session): Promise<CandidatePlace[]> {
  const type = await session.files.typeOf(`${source.folder}/${name}`);
  return type === undefined ? [] : findSkill(source, { name, type }, session);
}

/** Where the files of a source are, or why it cannot be said. */
export async function findPlaces(source: SkillSource, session: Session): Promise<readonly CandidatePlace[] | string> {
  const { files } = session;
  const { folder, kind } = source;
  if (kind === 'skill') return [skillPlace(source, folder, `${folder}/SKILL.md`)];
  if (kind === 'command') return [commandPlace(source, folder, source.command?.name ?? commandName(folder))];
  const entries = await files.readFolder(folder);
  if (!entries) {
    const type = await files.typeOf(folder);
    if (type === undefined) return [];
    return type === 'folder' ? 'This folder cannot be read' : 'This is no folder';
  }
  if (kind === 'commands') return findCommands(source, folder, entries, session);
  return (await mapConcurrently(entries, concurrency, (entry) => findSkill(source, entry, session))).flat();
}

/** What an entry of a skills folder holds: one skill, or what stands in the wrong place. */
async function findSkill(source: SkillSource, entry: FolderEntry, { files }: Session): Promise<CandidatePlace[]> {
  const path = `${source.folder}/${entry.name}`;
  if (entry.type === 'file') {
    const misplaced = looseFile(entry.name);
    return misplaced ? [{ ...skillPlace(source, source.folder, path), baseName: bareName(entry.name), misplaced }] : [];
  }
  if (entry.type !== 'folder') return [];
  const file = `${path}/SKILL.md`;
  if (await isFile(files, file)) return [skillPlace(source, path, file)];
  const inside = (await files.readFolder(path)) ?? [];
  const misspelt = inside.find(({ name, type }) => type === 'file' && /^skill\.md$/i.test(name));
  if (misspelt) {
    const misplaced = `Claude Code reads \`SKILL.md\`, in capitals, not \`${misspelt.name}\``;
    return [{ ...skillPlace(source, path, `${path}/${misspelt.name}`), misplaced }];
  }
  const deeper = await Promise.all(
    inside
      .filter(({ type }) => type === 'folder')
      .map(async ({ name }) => ((await isFile(files, `${path}/${name}/SKILL.md`)) ? name : undefined)),
  );
  return deeper
    .filter((name) => name !== undefined)
    .map((name) => ({
      ...skillPlace(source, `${path}/${name}`, `${path}/${name}/SKILL.md`),
      misplaced: 'Claude Code looks one folder deep only',
    }));
}

/** Why a file directly in a skills folder is no skill; undefined for files that nobody takes for one. */
function looseFile(name: string): string | undefined {
  if (/^skill\.md$/i.test(name)) return 'A skill needs its own folder';
  return /\.md$/i.test(name) && !/^(readme|changelog|license|contributing|index|claude|agents)\.md$/i.test(name)
    ? 'A skill needs its own folder, with a file `SKILL.md`'
    : undefined;
}

/** Commands in a folder and those below; links that form a circle end where they come back. */
async function findCommands(
  source: SkillSource,
  root: string,
  rootEntries: readonly FolderEntry[],
  { files, runtime }: Session,
): Promise<readonly CandidatePlace[]> {
  const places: CandidatePlace[] = [];
  const seen = new Set<string>();
  // Any spelling is taken here, unlike among skills.
  const skillFile = /^skill\.md$/i;
  const visit = async (folder: string, names: readonly string[], listed: readonly FolderEntry[]): Promise<void> => {
    const real = await files.realPath(folder);
    if (real === undefined || seen.has(real) || names.length > deepestCommandFolder) return;
    seen.add(real);
    const entries = source.plugin === undefined ? listed : await withoutLinks(folder, real, listed, files);
    const markdown = entries.filter(({ name, type }) => type === 'file' && name.endsWith('.md'));
    const asSkill = entries.find(({ name, type }) => type === 'file' && skillFile.test(name));
    if (asSkill) {
      const name = names.length > 0 ? names.join(':') : lastPart(folder);
      places.push(commandPlace(source, `${folder}/${asSkill.name}`, name));
    } else {
      for (const { name } of markdown) {
        places.push(commandPlace(source, `${folder}/${name}`, [...names, commandName(name)].join(':')));
      }
    }
    for (const { name, type } of entries) {
      const inside = type === 'folder' ? await files.readFolder(`${folder}/${name}`) : undefined;
      if (inside) await visit(`${folder}/${name}`, [...names, name], inside);
    }
  };
  await visit(root, [], rootEntries);
  return source.plugin === undefined ? places : byFolder(places, runtime);
}

/** In the folders of a plugin's commands the client follows no links. */
async function withoutLinks(
  folder: string,
  realFolder: string,
  entries: readonly FolderEntry[],
  files: FileSystem,
): Promise<readonly FolderEntry[]> {
  const paths = await Promise.all(entries.map(({ name }) => files.realPath(`${folder}/${name}`)));
  return entries.filter(({ name }, index) => paths[index] === `${realFolder}/${name}`);
}

/** The commands of a plugin, with what their order depends on. */
function byFolder(places: readonly CandidatePlace[], runtime: RuntimeId): readonly CandidatePlace[] {
  const first = new Map<string, string>();
  for (const { folder, path } of places) {
    const other = first.get(folder);
    if (other === undefined || compareTexts(path, other, runtime) < 0) first.set(folder, path);
  }
  return places.map((place) => ({ ...place, firstInFolder: first.get(place.folder) }));
}

function skillPlace(source: SkillSource, folder: string, path: string): CandidatePlace {
  return {
    source,
    kind: 'skill',
    baseName: lastPart(folder),
    path,
    folder,
    misplaced: undefined,
    firstInFolder: undefined,
  };
}

function commandPlace(source: SkillSource, path: string, baseName: string): CandidatePlace {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return { source, kind: 'command', baseName, path, folder, misplaced: undefined, firstInFolder: undefined };
}

function commandName(path: string): string {
  return bareName(lastPart(path));
}

function bareName(fileName: string): string {
  return fileName.replace(/\.md$/i, '');
}
