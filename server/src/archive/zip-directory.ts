import { ImportError } from './import-error.ts';

/** Maximum number of entries of an archive or a folder: enough for any skill. */
export const maximumEntries = 5_000;

/*
 * An archive comes from anybody. Libraries believe its directory; here, every entry must agree with its own header and overlap
 * no other, which keeps small archives from unpacking to huge ones, and nothing of Node is needed, for VS Code in a browser.
 */

/** One entry of a zip, as its directory at the end describes it and its own header confirms. */
export interface ZipEntry {
  readonly name: string;
  readonly isFolder: boolean;
  /** A link, a device or anything else that is neither a file nor a folder. */
  readonly isSpecial: boolean;
  readonly isEncrypted: boolean;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  /** CRC-32 of the content. */
  readonly checksum: number;
  /** Bytes of the content. */
  readonly size: number;
  /** The content as it is in the archive. */
  readonly data: Uint8Array;
}

interface Directory {
  readonly entries: number;
  readonly start: number;
  readonly end: number;
}

interface Described {
  readonly entry: Omit<ZipEntry, 'data'>;
  readonly rawName: Uint8Array;
  readonly compressedSize: number;
  readonly header: number;
}

const signatures = {
  header: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** The values of 16-bit and 32-bit fields whose number is in a 64-bit field instead. */
const [elsewhere16, elsewhere32] = [0xffff, 0xffffffff];

/**
 * Reads the entries of a zip. Checks that the two descriptions of each entry agree and that no two entries share bytes.
 * Throws an {@link ImportError} otherwise, because different programs would unpack different things.
 */
export function readZipDirectory(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const directory = findDirectory(view);
  if (directory.entries > maximumEntries) throw new ImportError('too-many-files');
  const described = describedEntries(archive, view, directory);
  const located = described.map((it) => ({ ...it, ...contentOf(it, archive, view, directory) }));
  rejectOverlaps(located);
  return located.map(({ entry, data }) => ({ ...entry, data }));
}

function findDirectory(view: DataView): Directory {
  const at = findEnd(view);
  const entries = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 12, true);
  const start = view.getUint32(at + 16, true);
  const isIn64 = entries === elsewhere16 || size === elsewhere32 || start === elsewhere32;
  const directory = isIn64 ? directory64(view, at) : { entries, start, end: start + size, record: at };
  if (directory.end !== directory.record) throw new ImportError('damaged');
  return directory;
}

/** The last record of the archive. Only its comment follows, which has at most 64 KiB. */
function findEnd(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= earliest; at--) {
    if (view.getUint32(at, true) !== signatures.end) continue;
    if (at + 22 + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw new ImportError('damaged');
}

function directory64(view: DataView, end: number): Directory & { readonly record: number } {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== signatures.locator64) throw new ImportError('damaged');
  const record = size64(view, locator + 8);
  if (record + 56 > locator || view.getUint32(record, true) !== signatures.end64) throw new ImportError('damaged');
  const start = size64(view, record + 48);
  return { entries: size64(view, record + 32), start, end: start + size64(view, record + 40), record };
}

function describedEntries(archive: Uint8Array, view: DataView, { entries, start, end }: Directory): Described[] {
  const described: Described[] = [];
  let at = start;
  for (let number = 0; number < entries; number++) {
    if (at + 46 > end || view.getUint32(at, true) !== signatures.entry) throw new ImportError('damaged');
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > end) throw new ImportError('damaged');
    const flags = view.getUint16(at + 8, true);
    const rawName = archive.subarray(at + 46, nameEnd);
    const name = decoded(rawName);
    const fileType = view.getUint16(at + 40, true) & 0xf000;
    const numbers = extended(view, nameEnd, extraEnd, [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]);
    described.push({
      entry: {
        name,
        isFolder: /[\\/]$/.test(name),
        isSpecial: fileType !== 0 && fileType !== 0x8000 && fileType !== 0x4000,
        isEncrypted: (flags & 0x2041) !== 0,
        method: view.getUint16(at + 10, true),
        checksum: view.getUint32(at + 16, true),
        size: numbers[0],
      },
      rawName,
      compressedSize: numbers[1],
      header: numbers[2],
    });
    at = next;
  }
  if (at !== end) throw new ImportError('damaged');
  return described;
}

type Numbers = readonly [size: number, compressedSize: number, header: number];

/** The numbers, read from the 64-bit extra field where the 32-bit field says so. */
function extended(view: DataView, start: number, end: number, numbers: Numbers): Numbers {
  if (!numbers.includes(elsewhere32)) return numbers;
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const fieldEnd = at + 4 + view.getUint16(at + 2, true);
    let next = at + 4;
    const read = (number: number): number => {
      if (number !== elsewhere32) return number;
      if (next + 8 > Math.min(fieldEnd, end)) throw new ImportError('damaged');
      next += 8;
      return size64(view, next - 8);
    };
    return [read(numbers[0]), read(numbers[1]), read(numbers[2])];
  }
  throw new ImportError('damaged');
}

/** The content of an entry, and the range of bytes that belong to it: its header and its content. */
function contentOf(
  { entry, rawName, compressedSize, header }: Described,
  archive: Uint8Array,
  view: DataView,
  { start: limit }: Directory,
): { readonly data: Uint8Array; readonly from: number; readonly to: number } {
  if (header + 30 > limit || view.getUint32(header, true) !== signatures.header) throw new ImportError('damaged');
  const nameEnd = header + 30 + view.getUint16(header + 26, true);
  const from = nameEnd + view.getUint16(header + 28, true);
  const to = from + compressedSize;
  if (to > limit || !areEqual(archive.subarray(header + 30, nameEnd), rawName)) throw new ImportError('damaged');
  const sizesFollow = (view.getUint16(header + 6, true) & 8) !== 0;
  const matches = (at: number, number: number) => [number, elsewhere32].includes(view.getUint32(at, true));
  const agrees =
    matches(header + 14, entry.checksum) && matches(header + 18, compressedSize) && matches(header + 22, entry.size);
  if (view.getUint16(header + 8, true) !== entry.method || !(sizesFollow || agrees)) throw new ImportError('damaged');
  return { data: archive.subarray(from, to), from: header, to };
}

function rejectOverlaps(located: readonly { readonly from: number; readonly to: number }[]): void {
  const inOrder = [...located].sort((one, other) => one.from - other.from);
  for (const [index, { from }] of inOrder.entries())
    if (index > 0 && from < inOrder[index - 1]!.to) throw new ImportError('damaged');
}

/** Many programs write UTF-8 without declaring it. Other names are read as one character per byte. */
function decoded(name: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    return Array.from(name, (byte) => String.fromCharCode(byte)).join('');
  }
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** A 64-bit number. Precision is lost only above any possible size of an archive in memory. */
function size64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
