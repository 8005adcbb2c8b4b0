/** What was compressed without a header, from Base64. Reading it fails if it was not. */
export function unpacked(base64: string): ReadableStream<Uint8Array> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
}

/** All bytes of a stream; undefined as soon as there are more. */
export async function bytesOf(
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
