import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { Session } from '../../../catalog/session.ts';
import { readDocument } from '../../../document/read-document.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { type ComparedFile, matchRenamed } from './match-renamed.ts';
import { fingerprintOf, similarity } from './text-similarity.ts';

/** A skill that has another name than before, or is in another place. */
export interface SkillRename {
  readonly before: RenamedSkill;
  readonly after: RenamedSkill;
  /** How much of its text, its name left out, is the same: from 0 to 1. */
  readonly similarity: number;
}

/** One side of a {@link SkillRename}. */
interface RenamedSkill {
  readonly name: string;
  /** Absolute path of the file. */
  readonly path: string;
}

/** A skill before and after; undefined where there is none, never twice. */
export type SkillPair = readonly [before: CatalogSkill | undefined, after: CatalogSkill | undefined];

/** Which skill became which. */
interface FoundRenames {
  readonly renames: readonly SkillRename[];
  /** All skills of both sides: those afterwards in their order, then those that are gone. */
  readonly pairs: readonly SkillPair[];
}

/** Files that are read at a time. */
const concurrency = 8;

/**
 * Pairs the skills of two states of a session, those that its folder offers to others included: with what is in the same
 * place, or with what they were renamed or moved to.
 */
export async function findRenames(
  old: readonly CatalogSkill[],
  now: readonly CatalogSkill[],
  before: Session,
  after: Session,
): Promise<FoundRenames> {
  const oldById = new Map(old.map((skill) => [skill.id, skill]));
  const nowById = new Map(now.map((skill) => [skill.id, skill]));
  const inPlace = samePlaces(old, now);
  const keptIds = new Set([...inPlace.values()].map(({ id }) => id));
  const gone = old.filter(({ id }) => !inPlace.has(id));
  const come = now.filter(({ id }) => !keptIds.has(id));
  const matches = matchRenamed(
    await readAll(gone, before),
    await readAll(come, after),
    await readChanged([...inPlace], oldById, before, after),
  );
  const successors = new Map(inPlace);
  for (const match of matches) {
    // A file in the place of an old one has the id of that.
    successors.set(match.before, inPlace.get(match.after) ?? nowById.get(match.after)!);
  }
  const predecessors = new Map([...successors].map(([id, { id: laterId }]) => [laterId, oldById.get(id)!]));
  const pairs: SkillPair[] = [
    ...now.map((skill): SkillPair => [predecessors.get(skill.id), skill]),
    ...old.filter(({ id }) => !successors.has(id)).map((skill): SkillPair => [skill, undefined]),
  ];
  const renamed = pairs.filter(isRenamed);
  const renames = await mapConcurrently(renamed, concurrency, async ([was, is]): Promise<SkillRename> => {
    const [a, b] = await Promise.all([contentOf(was, before), contentOf(is, after)]);
    return {
      before: { name: was.name, path: was.path },
      after: { name: is.name, path: is.path },
      similarity: a === b ? 1 : similarity(fingerprintOf(a ?? ''), fingerprintOf(b ?? '')),
    };
  });
  return { renames, pairs };
}

function isRenamed(pair: SkillPair): pair is readonly [CatalogSkill, CatalogSkill] {
  const [was, is] = pair;
  return was !== undefined && is !== undefined && (was.name !== is.name || was.path !== is.path);
}

/** The skills that are where they were, by the id that they had there: another one if only what holds them changed. */
function samePlaces(old: readonly CatalogSkill[], now: readonly CatalogSkill[]): ReadonlyMap<string, CatalogSkill> {
  const nowById = new Map(now.map((skill) => [skill.id, skill]));
  const oldIds = new Set(old.map(({ id }) => id));
  const newByPath = new Map(now.filter(({ id }) => !oldIds.has(id)).map((skill) => [skill.path, skill]));
  const places = new Map<string, CatalogSkill>();
  for (const { id, path } of old) {
    const found = nowById.get(id) ?? newByPath.get(path);
    if (!found) continue;
    places.set(id, found);
    // A file can be in two plugins.
    newByPath.delete(path);
  }
  return places;
}

async function readAll(skills: readonly CatalogSkill[], session: Session): Promise<readonly ComparedFile[]> {
  const read = await mapConcurrently(skills, concurrency, (skill) => compared(skill, session));
  return read.filter((file) => file !== undefined);
}

/** Both sides of what has another content in the same place. */
async function readChanged(
  inPlace: readonly (readonly [string, CatalogSkill])[],
  oldById: ReadonlyMap<string, CatalogSkill>,
  before: Session,
  after: Session,
): Promise<readonly (readonly [ComparedFile, ComparedFile])[]> {
  const read = await mapConcurrently(inPlace, concurrency, async ([id, skill]) => {
    const was = oldById.get(id)!;
    const [a, b] = await Promise.all([before.files.readFile(was.path), after.files.readFile(skill.path)]);
    if (!a || !b || isEqual(a, b)) return undefined;
    const [left, right] = [await compared(was, before), await compared(skill, after)];
    return left && right && ([left, { ...right, id }] as const);
  });
  return read.filter((files) => files !== undefined);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && a.every((byte, index) => byte === b[index]));
}

async function compared(skill: CatalogSkill, session: Session): Promise<ComparedFile | undefined> {
  const content = await contentOf(skill, session);
  return content === undefined ? undefined : { id: skill.id, baseName: skill.baseName, content };
}

/** The content of a file without its name, which always changes with a rename. */
async function contentOf({ path, kind }: CatalogSkill, { files, runtime }: Session): Promise<string | undefined> {
  const bytes = await files.readFile(path);
  if (!bytes) return undefined;
  const { text, frontmatter, bodyStart } = readDocument(decodeText(bytes), runtime, kind);
  let fields = text.slice(0, bodyStart);
  for (const { key, range } of frontmatter.entries.toReversed()) {
    if (key === 'name') fields = fields.slice(0, range.start) + fields.slice(range.end);
  }
  return `${fields}\n${text.slice(bodyStart)}`
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && line !== '---')
    .join('\n');
}
