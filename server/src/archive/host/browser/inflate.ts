/** Unpacks deflated bytes. Rejects if they are damaged, or more than `max` bytes. */
export async function inflate(data: Uint8Array, max: number): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(data)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(max);
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return bytes.subarray(0, length);
    if (length + value.length > max) {
      await reader.cancel();
      throw new RangeError('more than declared');
    }
    bytes.set(value, length);
    length += value.length;
  }
}
