import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';
import { keptFile } from './case-of-item.ts';
import type { FoundCase, FoundCases } from './set-of-cases.ts';

/** Bytes of a file that is kept. */
const maxBytes = 1 << 20;

/** Bytes of all files that are kept. */
const maxTotal = 32 << 20;

/** Folders in which the runner looks for no cases. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.claude', 'results']);

/** Reads the cases in a folder; undefined if there are more files than are read. Links are not followed. */
export async function findCases(root: string, files: FileSystem): Promise<FoundCases | undefined> {
  const walk = new BoundedWalk(files, SMALL_WALK);
  const paths: string[] = [];
  const isEntered = ({ name }: { name: string }) => !skipped.has(name) && name !== '.git';
  for await (const { path, type, isLink } of entriesBelow(root, walk, isEntered)) {
    if (type === 'file' && !isLink) paths.push(path);
  }
  if (!walk.isComplete) return undefined;
  const folders = caseFolders(paths);
  let total = 0;
  const found = new Map<string, { texts: Map<string, string>; unread: string[] }>();
  const others: string[] = [];
  for (const path of paths.sort()) {
    const folder = folders.find((it) => path.startsWith(it === '' ? '' : `${it}/`));
    if (folder === undefined) {
      if (path !== keptFile) others.push(path);
      continue;
    }
    const inside = folder === '' ? path : path.slice(folder.length + 1);
    const known = found.get(folder) ?? { texts: new Map<string, string>(), unread: [] };
    found.set(folder, known);
    const text = total < maxTotal ? await textOfFile(`${root}/${path}`, files) : undefined;
    if (text === undefined) known.unread.push(inside);
    else known.texts.set(inside, text);
    total += text?.length ?? 0;
  }
  const kept = await textOfFile(`${root}/${keptFile}`, files);
  const cases = [...found].map(([folder, it]): FoundCase => ({ folder: folder || lastPart(root), ...it }));
  return { cases, kept, others: others.filter((path) => !/^(?:evals|[\w-]*triggers?[\w-]*)\.json$/.test(path)) };
}

/** The folders of cases. None is in another one. */
function caseFolders(paths: readonly string[]): string[] {
  const all = paths
    .filter((path) => /(?:^|\/)(?:prompt\.md|case\.yaml)$/.test(path) && !/(?:^|\/)mocks\//.test(path))
    .map(folderOf);
  const shortest = [...new Set(all)].sort((a, b) => a.length - b.length);
  return shortest.filter(
    (folder, index) => !shortest.slice(0, index).some((above) => above === '' || folder.startsWith(`${above}/`)),
  );
}

/** Undefined if the bytes are not a text in UTF-8, which could not be written again as they were. */
async function textOfFile(path: string, files: FileSystem): Promise<string | undefined> {
  const bytes = await files.readFile(path, maxBytes);
  if (!bytes) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
