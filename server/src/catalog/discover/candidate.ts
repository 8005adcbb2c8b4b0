import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { lastPart } from '../../platform/paths.ts';
import type { WorkTurns } from '../../platform/work-turns.ts';
import type { CatalogSkill, SkillSource } from '../catalog-skill.ts';
import { documentOfBytes } from '../facts/document-of-bytes.ts';
import { fallbackDescription } from '../facts/fallback-description.ts';
import { type SkillFacts, skillFacts } from '../facts/skill-facts.ts';
import type { Session } from '../session.ts';

/** A file that may be a skill or command of a session, before others are considered. */
export interface Candidate {
  /** Unique in a catalog, the same after a reload. */
  readonly id: string;
  readonly source: SkillSource;
  readonly kind: CatalogSkill['kind'];
  readonly baseName: string;
  /** Its name, unless that is taken. */
  readonly name: string;
  readonly path: string;
  readonly folder: string;
  /** Equal for two paths of one file; undefined if the file is gone. */
  readonly identity: string | undefined;
  /** For commands of plugins, which are listed folder by folder: the first path in its folder. */
  readonly firstInFolder: string | undefined;
  /** Undefined if the file could not be read. */
  readonly facts: SkillFacts | undefined;
  /** Why the file could not be read, worded for parentheses; undefined if it was read or is gone. */
  readonly unreadable: string | undefined;
  /** Why Claude Code never looks in its location; undefined if it is found. */
  readonly misplaced: string | undefined;
}

/** A candidate's location; everything else is in its file. */
export type CandidateLocation = Omit<Candidate, 'id' | 'name' | 'identity' | 'facts' | 'unreadable'>;

/** The id of the skill at a path, the same after every reload. A plugin may reach one file by several paths. */
export function candidateId({ id, tier, plugin }: SkillSource, path: string): string {
  return plugin === undefined ? `${tier}:${path}` : `${id}:${path}`;
}

/** Reads a candidate's file. What many of them bring from the disk at once is parsed in turns. */
export async function readCandidate(
  place: CandidateLocation,
  session: Session,
  turns: Pick<WorkTurns, 'pause'>,
): Promise<Candidate> {
  const { files, runtime } = session;
  const { source, path } = place;
  const { fileIdentity, namesPluginAsSkillByField } = capabilities(runtime);
  const [bytes, identity] = await Promise.all([
    files.readFile(path),
    fileIdentity === 'real-path' ? files.realPath(path) : files.identityOf(path),
  ]);
  const wait = turns.pause();
  if (wait) await wait;
  const document = bytes && documentOfBytes(bytes, runtime, place.kind);
  const facts = document && factsOf(document, place);
  const isRenamed = namesPluginAsSkillByField && isPluginRoot(place) && document && hasNameOfText(document);
  const baseName = isRenamed ? (facts?.name ?? place.baseName) : place.baseName;
  const { kind, folder, firstInFolder, misplaced } = place;
  const unreadable = bytes ? undefined : await files.whyUnreadable(path, 'file');
  // Each property by its name: V8 gives every object that is made by spreading others, of thousands, a shape of its own.
  return {
    id: candidateId(source, path),
    source,
    kind,
    baseName,
    name: nameOf(place, baseName, runtime),
    path,
    folder,
    identity,
    firstInFolder,
    facts,
    unreadable,
    misplaced,
  };
}

function factsOf(document: SkillDocument, { kind, baseName, source, path }: CandidateLocation): SkillFacts {
  const facts = skillFacts(document, kind, baseName, source.plugin !== undefined);
  // A SKILL.md in a folder of commands is called a skill in plugins only.
  const isSkillFile = kind === 'command' && source.plugin !== undefined && lastPart(path) === 'SKILL.md';
  // A copy, because a slice keeps the whole text in memory.
  const copy = structuredClone({
    ...facts,
    description: source.command?.description ?? facts.description,
    ...(isSkillFile && { fallback: fallbackDescription(document, 'skill', true) }),
  });
  const { allowedTools, disallowedTools, paths, named } = copy;
  return Object.assign(copy, {
    allowedTools: withoutRoom(allowedTools),
    disallowedTools: withoutRoom(disallowedTools),
    paths: withoutRoom(paths),
    named: withoutRoom(named),
  });
}

const none: readonly string[] = [];

/** The same texts in an array without room for more, which one that has grown keeps; nearly all are empty. */
function withoutRoom(texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? none : texts.slice();
}

function nameOf({ source, kind }: CandidateLocation, baseName: string, runtime: RuntimeId): string {
  if (source.plugin === undefined) return baseName;
  // Commands of plugins keep every character.
  const isCleaned = kind === 'skill' && capabilities(runtime).cleansPluginSkillNames;
  return `${source.plugin}:${isCleaned ? baseName.replace(/[^A-Za-z0-9_-]/g, '-') : baseName}`;
}

/** Whether YAML reads the name as a string: any other value renames no skill and is at most an alias. */
function hasNameOfText({ frontmatter }: SkillDocument): boolean {
  const value = frontmatter.fields.get('name')?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' && value.value.trim() !== '';
}

/** A plugin that is itself a skill uses the name in its frontmatter. */
function isPluginRoot({ source, kind, folder }: CandidateLocation): boolean {
  return kind === 'skill' && source.kind === 'skill' && source.plugin !== undefined && folder === source.owner;
}

/** Whether a path names a regular file. */
export async function isFile(files: FileSystem, path: string): Promise<boolean> {
  return (await files.typeOf(path)) === 'file';
}
