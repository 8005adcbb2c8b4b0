import type { FileSystem, FolderEntry } from '../../../platform/file-system.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';

/** Folders of a project that are looked into, and names in each: a first impression is enough. */
const max = { folders: 30, names: 2_000, kinds: 8 };

const skippedFolders = new Set(['node_modules', 'dist', 'build', 'out', 'target', 'vendor', 'coverage', '__pycache__']);

/** A folder of the project, as far as globs are made of it. */
interface SeenFolder {
  readonly name: string;
  /** The file extensions in it, most frequent first. */
  readonly extensions: readonly string[];
}

/**
 * Globs that match files of a project: by kind of file, by folder, and both. Only its folder and those directly in it
 * are read.
 */
export async function projectGlobs(folder: string, files: FileSystem): Promise<readonly string[]> {
  const entries = (await files.readFolder(folder))?.slice(0, max.names) ?? [];
  const names = entries
    .filter(({ name, type }) => type === 'folder' && !name.startsWith('.') && !skippedFolders.has(name))
    .map(({ name }) => name)
    .slice(0, max.folders);
  const inside = await mapConcurrently(names, 8, async (name): Promise<SeenFolder> => {
    const found = (await files.readFolder(`${folder}/${name}`)) ?? [];
    return { name, extensions: extensionsOf(found.slice(0, max.names)) };
  });
  const everywhere = mostFrequent([...extensionsOf(entries), ...inside.flatMap(({ extensions }) => extensions)]);
  return [
    ...everywhere.map((extension) => `**/*.${extension}`),
    ...inside.flatMap(({ name, extensions }) => [`${name}/**`, ...extensions.map((it) => `${name}/**/*.${it}`)]),
  ].filter((glob) => !/[\s,{}[\]?!"'\\]/.test(glob));
}

function extensionsOf(entries: readonly FolderEntry[]): readonly string[] {
  return mostFrequent(
    entries.flatMap(({ name, type }) => (type === 'file' ? (/[^.]\.(\w{1,10})$/.exec(name)?.[1] ?? []) : [])),
  );
}

function mostFrequent(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, max.kinds)
    .map(([word]) => word);
}
