/** Bytes that are converted at a time: each is an argument of a function. */
const atOnce = 8 * 1024;

/** Bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += atOnce)
    text += String.fromCharCode(...bytes.subarray(start, start + atOnce));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
