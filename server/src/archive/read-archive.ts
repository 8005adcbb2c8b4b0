import { inflate } from '#archive-host/inflate.ts';
import { nameKey, pathPartFault } from './folder-name.ts';
import { ImportError } from './import-error.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/* Why no library: see `zip-directory.ts`. */

/** Maximum bytes of an archive and of all its files unpacked: enough for any skill, too little to fill a disk. */
export const maximumSize = 100 * 1024 * 1024;

/** Maximum length of a path in an archive, in UTF-16 units; most systems allow less. */
const maxPathLength = 1_000;

/** Bytes to check before yielding to other work. */
const checkedAtOnce = 4 * 1024 * 1024;

/** A file of an archive. Its path is relative, with `/`, and stays inside. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Unpacks a zip in memory. Throws an {@link ImportError} rather than unpacking a part of it.
 *
 * @param folderOf the folder, with a trailing slash, that a path is unpacked for; undefined if the path is not unpacked
 */
export async function readArchive(
  archive: Uint8Array,
  folderOf: (path: string) => string | undefined = () => '',
): Promise<ArchiveFile[]> {
  const wanted = entriesOf(archive).filter(({ path }) => folderOf(path) !== undefined);
  for (const { entry, path } of wanted) assertImportable(entry, path, folderOf(path)!);
  rejectSameNames(wanted);
  const files = wanted.filter(({ entry }) => !entry.isFolder);
  if (files.reduce((sum, { entry }) => sum + entry.size, 0) > maximumSize) throw new ImportError('too-large');
  const unpacked: ArchiveFile[] = [];
  for (const { entry, path } of files) unpacked.push({ path, bytes: await contentOf(entry) });
  return unpacked;
}

/** The paths of the files in an archive. */
export function pathsInArchive(archive: Uint8Array): string[] {
  return entriesOf(archive).flatMap(({ entry, path }) => (entry.isFolder ? [] : [path]));
}

interface PlacedEntry {
  readonly entry: ZipEntry;
  readonly path: string;
}

function entriesOf(archive: Uint8Array): PlacedEntry[] {
  if (archive.length > maximumSize) throw new ImportError('too-large');
  return orDamaged(() => readZipDirectory(archive))
    .map((entry) => ({ entry, path: pathInside(entry.name) }))
    .filter(({ entry, path }) => path !== '' || !entry.isFolder);
}

/** A relative path with `/`. If any path leads outside, nothing of the archive is unpacked. */
function pathInside(name: string): string {
  if (name.length > maxPathLength) throw new ImportError('bad-name', name);
  // Some programs on Windows write its separator.
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const absolute = path.startsWith('/') || /^[a-z]:/i.test(path);
  if (absolute || parts.includes('..') || path.includes('\0')) throw new ImportError('leads-outside', name);
  return parts.join('/');
}

/** The name of the skill's folder does not matter: the user is asked for another one if necessary. */
function assertImportable(entry: ZipEntry, path: string, folder: string): void {
  if (entry.isSpecial) throw new ImportError('has-links', path);
  const inside = path.slice(folder.length).split('/');
  if (inside.some((part) => pathPartFault(part) !== undefined)) throw new ImportError('bad-name', path);
  if (entry.isFolder) return;
  if (entry.isEncrypted) throw new ImportError('encrypted', path);
  if (entry.method !== 0 && entry.method !== 8) throw new ImportError('unknown-method', path);
}

/** The entries of a folder to be written, by the keys of their names. */
interface WrittenFolder {
  readonly spelled: string;
  /** Undefined for a file. */
  readonly inside: Map<string, WrittenFolder> | undefined;
}

/** Rejects entries that some systems treat as the same: two files, a file and a folder, or two spellings of one. */
function rejectSameNames(entries: readonly PlacedEntry[]): void {
  const top = new Map<string, WrittenFolder>();
  for (const { path, entry } of entries) {
    let folder = top;
    const parts = path.split('/');
    for (const [depth, spelled] of parts.entries()) {
      const isFile = !entry.isFolder && depth === parts.length - 1;
      const known = folder.get(nameKey(spelled));
      if (known && (isFile || !known.inside || known.spelled !== spelled)) throw new ImportError('same-name', path);
      const inside = isFile ? undefined : (known?.inside ?? new Map<string, WrittenFolder>());
      folder.set(nameKey(spelled), { spelled, inside });
      if (inside) folder = inside;
    }
  }
}

async function contentOf({ method, data, size, checksum }: ZipEntry): Promise<Uint8Array> {
  const bytes = method === 0 ? data : await inflated(data, size);
  if (bytes.length !== size || (await checksumOf(bytes)) !== checksum) throw new ImportError('damaged');
  return bytes;
}

/** Stops if there is more than the archive declares. Does not block other work. */
async function inflated(data: Uint8Array, size: number): Promise<Uint8Array> {
  try {
    return await inflate(data, Math.max(1, size));
  } catch {
    throw new ImportError('damaged');
  }
}

/** CRC-32 of every byte. */
const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** Node’s own CRC-32 is newer than the oldest supported VS Code. */
async function checksumOf(bytes: Uint8Array): Promise<number> {
  let remainder = 0xffffffff;
  for (let start = 0; start < bytes.length; start += checkedAtOnce) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    for (const byte of bytes.subarray(start, start + checkedAtOnce))
      remainder = (remainder >>> 8) ^ checksums[(remainder ^ byte) & 0xff]!;
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

/** Reading beyond the bytes means that the archive is damaged. */
function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RangeError ? new ImportError('damaged') : error;
  }
}
