import { firstPart, isWithin, relativeTo } from '../platform/paths.ts';
import { type WorkTurns, withoutPause } from '../platform/work-turns.ts';
import type { SkillSource } from './catalog-skill.ts';
import { type CandidateLocation, candidateId } from './discover/candidate.ts';
import { findPlaces, findPlacesIn, readCandidates } from './discover/scan-source.ts';
import type { LoadedCatalog } from './load-catalog.ts';
import type { Session } from './session.ts';

/**
 * Updates a catalog after files were changed, created or removed. Costs as much as the related skills. Returns the ids
 * of the skills that changed.
 *
 * @param paths absolute; of folders if a folder was created or removed
 * @param turns for others, while much is read
 */
export async function updateCatalog(
  { catalog, sources }: LoadedCatalog,
  paths: readonly string[],
  session: Session,
  turns: Pick<WorkTurns, 'pause'> = withoutPause,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  const withLinks = [...new Set([...paths, ...linkedPaths(catalog, sources, paths)])];
  for (const source of sources) {
    const inside = pathsIn(source, withLinks);
    for (const part of partsOf(source, inside)) {
      for (const id of await updatePart(catalog, source, part, inside, session, turns)) changed.add(id);
    }
  }
  return changed;
}

/** Links to the files at these paths, or into these folders: they change with their target. */
function linkedPaths(
  catalog: LoadedCatalog['catalog'],
  sources: readonly SkillSource[],
  paths: readonly string[],
): readonly string[] {
  const touched = sources.flatMap((source) => {
    const inside = pathsIn(source, paths);
    return partsOf(source, inside).flatMap((part) => catalog.candidatesIn(source, part));
  });
  return catalog.linkedWith(touched, paths).map(({ path }) => path);
}

function pathsIn({ folder }: SkillSource, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => isWithin(path, folder));
}

/** The parts of a source to read again: entries of a skills folder one by one, everything else as a whole. */
function partsOf({ kind, folder }: SkillSource, paths: readonly string[]): readonly (string | undefined)[] {
  if (paths.length === 0) return [];
  if (kind !== 'skills' || paths.includes(folder)) return [undefined];
  return [...new Set(paths.map((path) => firstPart(relativeTo(path, folder))))];
}

async function updatePart(
  catalog: LoadedCatalog['catalog'],
  source: SkillSource,
  entry: string | undefined,
  paths: readonly string[],
  session: Session,
  turns: Pick<WorkTurns, 'pause'>,
): Promise<readonly string[]> {
  const places =
    entry === undefined ? (await findPlaces(source, session)).places : await findPlacesIn(source, entry, session);
  const known = new Map(catalog.candidatesIn(source, entry).map((candidate) => [candidate.id, candidate]));
  const [touched, untouched] = [[] as CandidateLocation[], new Set<string>()];
  for (const place of places) {
    const id = candidateId(source, place.path);
    const before = known.get(id);
    const isSame = before?.firstInFolder === place.firstInFolder && before?.misplaced === place.misplaced;
    const isTouched = paths.some((it) => isWithin(place.path, it));
    if (before && isSame && !isTouched) untouched.add(id);
    else touched.push(place);
  }
  const read = await readCandidates(touched, session, turns);
  // A file that was found and can no longer be read is gone, too.
  const there = new Set([...untouched, ...read.map(({ id }) => id)]);
  const gone = [...known.keys()].filter((id) => !there.has(id));
  return [...gone.flatMap((id) => catalog.delete(id)), ...read.flatMap((candidate) => catalog.set(candidate))];
}
