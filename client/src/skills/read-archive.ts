import { unzipSync } from 'fflate';

/** What an archive may hold: enough for any skill, too little to fill a disk. */
const maximumFiles = 5_000;
/** Bytes of all files unpacked. */
const maximumSize = 100 * 1024 * 1024;

/** Why an archive is not unpacked. */
export type ArchiveFault = 'damaged' | 'too-many-files' | 'too-large' | 'leads-outside' | 'has-links';

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A file of an archive. Its path is relative, with `/`, and stays inside. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Unpacks a zip in memory. Throws an {@link ArchiveError} instead of giving a part of it. */
export function readArchive(archive: Uint8Array): ArchiveFile[] {
  refuseLinks(archive);
  let files = 0;
  let size = 0;
  const unpacked = orDamaged(() =>
    unzipSync(archive, {
      filter({ name, originalSize }) {
        files++;
        // What is unpacked never exceeds the size that the archive announces.
        size += originalSize;
        if (files > maximumFiles) throw new ArchiveError('too-many-files');
        if (size > maximumSize) throw new ArchiveError('too-large');
        return !name.endsWith('/');
      },
    }),
  );
  return Object.entries(unpacked).map(([name, bytes]) => ({ path: pathInside(name), bytes }));
}

function pathInside(name: string): string {
  // Some programs on Windows write its separator.
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const absolute = path.startsWith('/') || /^[a-z]:/i.test(path);
  if (absolute || parts.includes('..') || parts.length === 0 || path.includes('\0'))
    throw new ArchiveError('leads-outside');
  return parts.join('/');
}

/** fflate does not tell links from files, so the directory at the end of the archive is read for it. */
function refuseLinks(archive: Uint8Array): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw new ArchiveError('damaged');
    const madeOnUnix = view.getUint8(at + 5) === 3;
    const mode = view.getUint16(at + 40, true);
    if (madeOnUnix && (mode & 0xf000) === 0xa000) throw new ArchiveError('has-links');
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Where the last record of the archive begins; only a comment of at most 64 KiB can follow it. */
function findEnd(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= earliest; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new ArchiveError('damaged');
}

function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged');
  }
}
