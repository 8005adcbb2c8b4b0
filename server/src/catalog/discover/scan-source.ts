import type { RuntimeId } from '../../document/runtime-id.ts';
import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { LARGE_WALK, SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem, FolderEntry } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import type { WorkTurns } from '../../platform/work-turns.ts';
import type { SkillSource, SourceError } from '../catalog-skill.ts';
import type { Session } from '../session.ts';
import { errorsOfWalk } from '../settings/unreadable-files.ts';
import { type Candidate, type CandidateLocation, isFile, readCandidate } from './candidate.ts';
import { compareTexts } from './candidate-order.ts';

/** How many files of a source are read at a time. */
const concurrency = 32;

/** The content of a source. */
interface ScannedSource {
  readonly source: SkillSource;
  readonly candidates: readonly Candidate[];
  readonly errors: readonly SourceError[];
}

/**
 * Finds and reads the skills or commands of a source.
 *
 * @param turns for others, while much is read
 */
export async function scanSource(
  source: SkillSource,
  session: Session,
  turns: Pick<WorkTurns, 'pause'>,
): Promise<ScannedSource> {
  const { places, errors } = await findPlaces(source, session);
  return { source, candidates: await readCandidates(places, session, turns), errors };
}

/** Reads files; those removed since their folder was listed are skipped. */
export async function readCandidates(
  places: readonly CandidateLocation[],
  session: Session,
  turns: Pick<WorkTurns, 'pause'>,
): Promise<Candidate[]> {
  const read = await mapConcurrently(places, concurrency, (place) => readCandidate(place, session, turns));
  return read.filter(({ identity }) => identity !== undefined);
}

/** The paths of the files of one entry of a skills folder, without reading the other entries. */
export async function findPlacesIn(source: SkillSource, name: string, session: Session): Promise<CandidateLocation[]> {
  const { files } = session;
  const type = await files.typeOf(`${source.folder}/${name}`);
  return type === undefined ? [] : findSkill(source, { name, type }, files, new BoundedWalk(files, LARGE_WALK));
}

/** The paths of the files of a source, and its folders that could not be read. */
interface FoundLocations {
  readonly places: readonly CandidateLocation[];
  readonly errors: readonly SourceError[];
}

/** Finds the files of a source. */
export async function findPlaces(source: SkillSource, session: Session): Promise<FoundLocations> {
  const { files } = session;
  const { folder, kind, tier } = source;
  if (kind === 'skill') return { places: [skillPlace(source, folder, `${folder}/SKILL.md`)], errors: [] };
  if (kind === 'command') {
    return { places: [commandLocation(source, folder, source.command?.name ?? commandName(folder))], errors: [] };
  }
  const walk = new BoundedWalk(files, kind === 'commands' ? SMALL_WALK : LARGE_WALK);
  const places =
    kind === 'commands' ? await findCommands(source, session, walk) : await findSkills(source, files, walk);
  return { places, errors: errorsOfWalk(walk, folder, tier) };
}

async function findSkills(source: SkillSource, files: FileSystem, walk: BoundedWalk): Promise<CandidateLocation[]> {
  const entries = await walk.list(source.folder, 0);
  return (await mapConcurrently(entries, concurrency, (entry) => findSkill(source, entry, files, walk))).flat();
}

/** The files of an entry of a skills folder: one skill, or files in the wrong location. */
async function findSkill(
  source: SkillSource,
  entry: FolderEntry,
  files: FileSystem,
  walk: BoundedWalk,
): Promise<CandidateLocation[]> {
  const path = `${source.folder}/${entry.name}`;
  if (entry.type === 'file') {
    const misplaced = looseFile(entry.name);
    return misplaced ? [{ ...skillPlace(source, source.folder, path), baseName: bareName(entry.name), misplaced }] : [];
  }
  if (entry.type !== 'folder') return [];
  const file = `${path}/SKILL.md`;
  // Includes entries that are not files, so that the user learns why there is no skill.
  if ((await files.typeOf(file)) !== undefined) return [skillPlace(source, path, file)];
  const inside = await walk.list(path, 1);
  const misspelt = inside.find(({ name, type }) => type === 'file' && /^skill\.md$/i.test(name));
  if (misspelt) {
    const misplaced = `Claude Code reads \`SKILL.md\` in uppercase, not \`${misspelt.name}\``;
    return [{ ...skillPlace(source, path, `${path}/${misspelt.name}`), misplaced }];
  }
  const folders = inside.filter(({ type }) => type === 'folder');
  const deeper = await mapConcurrently(folders, concurrency, async ({ name }) =>
    (await isFile(files, `${path}/${name}/SKILL.md`)) ? name : undefined,
  );
  return deeper
    .filter((name) => name !== undefined)
    .map((name) => ({
      ...skillPlace(source, `${path}/${name}`, `${path}/${name}/SKILL.md`),
      misplaced: 'Claude Code only looks one level deep',
    }));
}

/** Why a file directly in a skills folder is not a skill; undefined for files that are clearly not meant as one. */
function looseFile(name: string): string | undefined {
  if (/^skill\.md$/i.test(name)) return 'A skill needs its own folder';
  return /\.md$/i.test(name) && !/^(readme|changelog|license|contributing|index|claude|agents)\.md$/i.test(name)
    ? 'A skill needs its own folder with a `SKILL.md` file'
    : undefined;
}

/** Commands in a folder and those below; links that form a cycle are followed once. */
async function findCommands(
  source: SkillSource,
  { files, runtime }: Session,
  walk: BoundedWalk,
): Promise<readonly CandidateLocation[]> {
  const places: CandidateLocation[] = [];
  // Any case is accepted here, unlike among skills.
  const skillFile = /^skill\.md$/i;
  // A plugin's command may also end with `.MD`, which is then a part of its name.
  const ending = source.plugin === undefined ? /\.md$/ : /\.md$/i;
  const visit = async (folder: string, names: readonly string[]): Promise<void> => {
    const listed = await walk.enter(folder, names.length);
    const entries = source.plugin === undefined ? listed : await withoutLinks(folder, listed, files);
    // Includes entries that are not files, so that the user learns why there is no command.
    const markdown = entries.filter(({ name, type }) => type !== 'folder' && ending.test(name));
    const asSkill = entries.find(({ name, type }) => type === 'file' && skillFile.test(name));
    if (asSkill) {
      const name = names.length > 0 ? names.join(':') : lastPart(folder);
      places.push(commandLocation(source, `${folder}/${asSkill.name}`, name));
    } else {
      for (const { name } of markdown) {
        places.push(commandLocation(source, `${folder}/${name}`, [...names, commandName(name)].join(':')));
      }
    }
    for (const { name, type } of entries) {
      if (type === 'folder') await visit(`${folder}/${name}`, [...names, name]);
    }
  };
  await visit(source.folder, []);
  return source.plugin === undefined ? places : byFolder(places, runtime);
}

/** In the folders of a plugin's commands, Claude Code follows no links. */
async function withoutLinks(
  folder: string,
  entries: readonly FolderEntry[],
  files: FileSystem,
): Promise<readonly FolderEntry[]> {
  const realFolder = await files.realPath(folder);
  const paths = await mapConcurrently(entries, concurrency, ({ name }) => files.realPath(`${folder}/${name}`));
  return entries.filter(({ name }, index) => paths[index] === `${realFolder}/${name}`);
}

/** The commands of a plugin, with what their order depends on. */
function byFolder(places: readonly CandidateLocation[], runtime: RuntimeId): readonly CandidateLocation[] {
  const first = new Map<string, string>();
  for (const { folder, path } of places) {
    const other = first.get(folder);
    if (other === undefined || compareTexts(path, other, runtime) < 0) first.set(folder, path);
  }
  return places.map((place) => ({ ...place, firstInFolder: first.get(place.folder) }));
}

function skillPlace(source: SkillSource, folder: string, path: string): CandidateLocation {
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

function commandLocation(source: SkillSource, path: string, baseName: string): CandidateLocation {
  const folder = folderOf(path);
  return { source, kind: 'command', baseName, path, folder, misplaced: undefined, firstInFolder: undefined };
}

function commandName(path: string): string {
  return bareName(lastPart(path));
}

function bareName(fileName: string): string {
  return fileName.replace(/\.md$/, '');
}
