import type { FileSystem } from '../../../platform/file-system.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';

/** Folders that are looked at at a time. */
const concurrency = 16;

/**
 * The transcript of a session; undefined if there is none. Claude Code keeps it in a folder that it names after the
 * project.
 *
 * @param expected where it would be
 * @param configFolder the folder of the user's configuration
 */
export async function findTranscript(
  sessionId: string,
  expected: string | undefined,
  configFolder: string | undefined,
  files: FileSystem,
): Promise<string | undefined> {
  if (expected !== undefined && (await files.typeOf(expected)) === 'file') return expected;
  if (configFolder === undefined || !/^[\w-]+$/.test(sessionId)) return undefined;
  const projects = (await files.readFolder(`${configFolder}/projects`)) ?? [];
  const places = projects.map(({ name }) => `${configFolder}/projects/${name}/${sessionId}.jsonl`);
  const found = await mapConcurrently(places, concurrency, async (path) => (await files.typeOf(path)) === 'file');
  return places.find((_, index) => found[index]);
}
