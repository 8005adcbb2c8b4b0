import { projectSlug } from '../../catalog/settings/claude-code-state.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';

/** Folders that are looked at at a time. */
const concurrency = 16;

/** Transcripts that are read. Nobody has as many. */
const maxTranscripts = 200_000;

/** UTF-16 units of a project's folder name; of a longer one, Claude Code replaces the end by a hash. */
const maxSlug = 200;

/** One file of a session. */
interface TranscriptFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** The files of one session: that of the user's conversation, then those of its agents. */
export interface SessionFiles {
  readonly id: string;
  /** The name of the project's folder. */
  readonly project: string;
  readonly files: readonly TranscriptFile[];
}

/** The transcripts under `projects` of the configuration. */
export interface FoundTranscripts {
  readonly sessions: readonly SessionFiles[];
  /** There are more, which are not read. */
  readonly hasMore: boolean;
}

/**
 * Finds the transcripts of a project, or of all.
 *
 * @param projects the folder that has one for each project
 * @param folder the project; undefined for all
 */
export async function findTranscripts(
  projects: string,
  folder: string | undefined,
  files: FileSystem,
): Promise<FoundTranscripts> {
  const names = ((await files.readFolder(projects)) ?? []).filter(({ type }) => type === 'folder');
  const asked = folder === undefined ? names : names.filter(({ name }) => isOf(folder, name));
  const found: SessionFiles[] = [];
  for (const { name } of asked) {
    found.push(...(await sessionsIn(`${projects}/${name}`, name, files)));
    if (found.length > maxTranscripts) return { sessions: found.slice(0, maxTranscripts), hasMore: true };
  }
  return { sessions: found, hasMore: false };
}

function isOf(folder: string, name: string): boolean {
  const slug = projectSlug(folder);
  return slug.length <= maxSlug ? name === slug : name.startsWith(`${slug.slice(0, maxSlug)}-`);
}

async function sessionsIn(folder: string, project: string, files: FileSystem): Promise<SessionFiles[]> {
  const entries = (await files.readFolder(folder)) ?? [];
  const folders = new Set(entries.filter(({ type }) => type === 'folder').map(({ name }) => name));
  const transcripts = entries.filter(({ name, type }) => type === 'file' && name.endsWith('.jsonl'));
  // Earlier releases keep agents next to the sessions; whose they are is known once the others are.
  const ordered = [
    ...transcripts.filter(({ name }) => !name.startsWith('agent-')),
    ...transcripts.filter(({ name }) => name.startsWith('agent-')),
  ];
  return mapConcurrently(ordered, concurrency, async ({ name }) => {
    const id = name.slice(0, -'.jsonl'.length);
    const agents = folders.has(id) ? await agentsIn(`${folder}/${id}/subagents`, files) : [];
    const own = { path: `${folder}/${name}`, size: (await files.sizeOf(`${folder}/${name}`)) ?? 0 };
    return { id, project, files: [own, ...agents] };
  });
}

async function agentsIn(folder: string, files: FileSystem): Promise<readonly TranscriptFile[]> {
  const entries = ((await files.readFolder(folder)) ?? []).filter(
    ({ name, type }) => type === 'file' && name.endsWith('.jsonl'),
  );
  const paths = entries.map(({ name }) => `${folder}/${name}`);
  return mapConcurrently(paths, concurrency, async (path) => ({ path, size: (await files.sizeOf(path)) ?? 0 }));
}
