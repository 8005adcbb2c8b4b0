/** A hash over several byte strings, in hexadecimal. */
export async function hexHash(algorithm: 'SHA-1' | 'SHA-256', parts: readonly Uint8Array[]): Promise<string> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest(algorithm, joined));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
