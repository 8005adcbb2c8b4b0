import { readDocument } from '../../document/read-document.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { CatalogSkill, SkillSource } from '../catalog-skill.ts';
import { type SkillFacts, skillFacts } from '../facts/skill-facts.ts';
import type { Session } from '../session.ts';

/** A file that may be a skill or command of a session, before it is known what else there is. */
export interface Candidate {
  /** Unique in a catalog, the same after a reload. */
  readonly id: string;
  readonly source: SkillSource;
  readonly kind: CatalogSkill['kind'];
  readonly baseName: string;
  /** What it is called unless another one has the name. */
  readonly name: string;
  readonly path: string;
  readonly folder: string;
  /** Equal for two paths of one file; undefined where the file is gone. */
  readonly identity: string | undefined;
  /** For commands of plugins, which are listed folder by folder: the path that comes first of those in its folder. */
  readonly firstInFolder: string | undefined;
  /** Undefined where the file could not be read. */
  readonly facts: SkillFacts | undefined;
  /** Why the file could not be read, as words for parentheses; undefined where it was read or is gone. */
  readonly unreadable: string | undefined;
  /** Why it stands where the client never looks; undefined where it is found. */
  readonly misplaced: string | undefined;
}

/** Where a candidate stands; the rest is in its file. */
export type CandidatePlace = Omit<Candidate, 'id' | 'name' | 'identity' | 'facts' | 'unreadable'>;

/** The id of the skill at a path, however often it is read. A plugin may come to one file in several ways. */
export function candidateId({ id, tier, plugin }: SkillSource, path: string): string {
  return plugin === undefined ? `${tier}:${path}` : `${id}:${path}`;
}

/** Reads a candidate's file. */
export async function readCandidate(place: CandidatePlace, session: Session): Promise<Candidate> {
  const { files, runtime } = session;
  const { source, path } = place;
  const [bytes, identity] = await Promise.all([
    files.readFile(path),
    // The latest client tells files apart by their real paths, 2.1.7 by their numbers.
    runtime === 'claude-code' ? files.realPath(path) : files.identityOf(path),
  ]);
  const document = bytes && readDocument(decodeText(bytes), runtime);
  const facts = document && factsOf(document, place);
  const isRenamed = runtime === 'claude-code' && isPluginRoot(place) && document && hasNameOfText(document);
  const baseName = isRenamed ? (facts?.name ?? place.baseName) : place.baseName;
  return {
    ...place,
    id: candidateId(source, path),
    baseName,
    name: nameOf({ ...place, baseName }, runtime),
    identity,
    facts,
    unreadable: bytes ? undefined : await files.whyUnreadable(path, 'file'),
  };
}

function factsOf(document: SkillDocument, { kind, baseName, source }: CandidatePlace): SkillFacts {
  const facts = skillFacts(document, kind, baseName, source.plugin !== undefined);
  // A copy: parts of a text keep the whole of it in memory.
  return structuredClone({ ...facts, description: source.command?.description ?? facts.description });
}

function nameOf({ source, kind, baseName }: CandidatePlace, runtime: RuntimeId): string {
  if (source.plugin === undefined) return baseName;
  // Commands of plugins keep every character, and so do skills in 2.1.7.
  const isCleaned = kind === 'skill' && runtime === 'claude-code';
  return `${source.plugin}:${isCleaned ? baseName.replace(/[^A-Za-z0-9_-]/g, '-') : baseName}`;
}

/** Whether the name is a text to YAML: any other value renames no skill and is an alias at most. */
function hasNameOfText({ frontmatter }: SkillDocument): boolean {
  const value = frontmatter.fields.get('name')?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' && value.value.trim() !== '';
}

/** The skill that a plugin is itself goes by the name in its frontmatter. */
function isPluginRoot({ source, kind, folder }: CandidatePlace): boolean {
  return kind === 'skill' && source.kind === 'skill' && source.plugin !== undefined && folder === source.owner;
}

/** Whether a path names a regular file. */
export async function isFile(files: FileSystem, path: string): Promise<boolean> {
  return (await files.typeOf(path)) === 'file';
}
