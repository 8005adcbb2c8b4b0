import { bytesOf, unpacked } from './packed.ts';

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
    const base64 = fragment.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/');
    const json = await bytesOf(unpacked(base64), maxBytes);
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
