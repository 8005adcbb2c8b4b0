import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip; whatever is left out is as an honest program writes it. */
export interface MadeEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly checksum?: number;
  /** The size that both headers announce. */
  readonly size?: number;
  /** What the entry's own header says otherwise. */
  readonly local?: {
    readonly name?: string;
    readonly size?: number;
    readonly method?: number;
    readonly checksum?: number;
  };
  /** The mode and type of a Unix file. */
  readonly mode?: number;
  /** The number of the entry whose bytes it shares. */
  readonly sameAs?: number;
  /** The sizes and the place are in a field of 64 bits. */
  readonly wide?: boolean;
}

/** A zip made byte by byte, so that it can lie. */
export function makeZip(entries: readonly MadeEntry[], comment = ''): Uint8Array {
  const parts: Buffer[] = [];
  const records: Buffer[] = [];
  const offsets: number[] = [];
  const packed = new Map<number, Packed>();
  let length = 0;
  for (const [number, entry] of entries.entries()) {
    const source = entry.sameAs ?? number;
    const method = entry.method ?? 8;
    const own = packed.get(source) ?? packedContent(entries[source]!, method);
    packed.set(source, own);
    const described = {
      flags: entry.flags ?? 0x800,
      method,
      checksum: entry.checksum ?? own.checksum,
      compressed: own.data.length,
      size: entry.size ?? own.size,
    };
    offsets.push(entry.sameAs === undefined ? length : offsets[entry.sameAs]!);
    if (entry.sameAs === undefined) {
      const name = Buffer.from((entry.local?.name ?? entry.name) as string);
      const header = localHeader({ ...described, ...entry.local }, name);
      parts.push(header, name, own.data);
      length += header.length + name.length + own.data.length;
    }
    records.push(directoryRecord(entry, described, offsets[number]!));
  }
  const directory = Buffer.concat(records);
  return new Uint8Array(
    Buffer.concat([...parts, directory, endRecord(entries.length, directory.length, length, comment)]),
  );
}

interface Packed {
  readonly data: Buffer;
  readonly size: number;
  readonly checksum: number;
}

function packedContent({ content = 'x' }: MadeEntry, method: number): Packed {
  const bytes = Buffer.from(content as string);
  return { data: method === 8 ? deflateRawSync(bytes) : bytes, size: bytes.length, checksum: crc32(bytes) };
}

interface Described {
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly compressed: number;
  readonly size: number;
}

function localHeader({ flags, method, checksum, compressed, size }: Described, name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  const follows = (flags & 8) !== 0;
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(follows ? 0 : checksum, 14);
  header.writeUInt32LE(follows ? 0 : compressed, 18);
  header.writeUInt32LE(follows ? 0 : size, 22);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function directoryRecord(entry: MadeEntry, described: Described, offset: number): Buffer {
  const name = Buffer.from(entry.name as string);
  const extra = entry.wide ? wideField(described, offset) : Buffer.alloc(0);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(entry.mode === undefined ? 20 : (3 << 8) | 20, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(described.flags, 8);
  record.writeUInt16LE(described.method, 10);
  record.writeUInt32LE(described.checksum, 16);
  record.writeUInt32LE(entry.wide ? 0xffffffff : described.compressed, 20);
  record.writeUInt32LE(entry.wide ? 0xffffffff : described.size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 38);
  record.writeUInt32LE(entry.wide ? 0xffffffff : offset, 42);
  return Buffer.concat([record, name, extra]);
}

function wideField({ size, compressed }: Described, offset: number): Buffer {
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(compressed), 12);
  field.writeBigUInt64LE(BigInt(offset), 20);
  return field;
}

function endRecord(entries: number, size: number, start: number, comment: string): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(start, 16);
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([record, Buffer.from(comment)]);
}
