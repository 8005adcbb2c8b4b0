/*
 * A skill in the fragment of a link, which browsers do not send to any server: JSON, compressed, in the alphabet for URLs. It may
 * come from anybody, so nothing of it is more than data, and its size is bounded before and after it is unpacked.
 */

/** A skill with its arguments. */
export interface SharedSkill {
  /** The name of its folder. */
  readonly folder: string;
  readonly arguments: string;
  readonly text: string;
}

const prefix = '#skill=';

/** Characters of a fragment. */
const maxFragmentLength = 300_000;
/** Bytes of the JSON in it. */
const maxBytes = 600_000;

export async function fragmentOf({ folder, arguments: given, text }: SharedSkill): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify([folder, given, text]));
  const packed = await bytesOf(new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  const characters = Array.from(packed!, (byte) => String.fromCharCode(byte)).join('');
  return prefix + btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The skill in a fragment; undefined if there is none that can be read. */
export async function skillInFragment(fragment: string): Promise<SharedSkill | undefined> {
  if (!hasSkill(fragment) || fragment.length > maxFragmentLength) return undefined;
  try {
    const characters = atob(fragment.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const json = await bytesOf(stream, maxBytes);
    return json && sharedSkill(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)));
  } catch {
    return undefined;
  }
}

/** Whether a link promises a skill. */
export function hasSkill(fragment: string): boolean {
  return fragment.startsWith(prefix);
}

function sharedSkill(value: unknown): SharedSkill | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [folder, given, text] = value as unknown[];
  if (typeof folder !== 'string' || typeof given !== 'string' || typeof text !== 'string') return undefined;
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(folder) ? { folder, arguments: given, text } : undefined;
}

/** All bytes of a stream; undefined as soon as there are more. */
async function bytesOf(
  stream: ReadableStream<Uint8Array>,
  max = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > max) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
