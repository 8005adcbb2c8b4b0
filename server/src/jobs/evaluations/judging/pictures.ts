/** How files of pictures begin that every browser shows. */
const beginnings: readonly (readonly [type: string, beginning: readonly number[], at?: number])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
];

/** Bytes of a drawing: it may be much work to draw. */
const maxDrawing = 256 * 1024;

/** The media type of a picture by its content, and of a drawing by its name; undefined for anything else. */
export function pictureType(path: string, bytes: Uint8Array): string | undefined {
  const known = beginnings.find(([, beginning, at = 0]) =>
    beginning.every((byte, index) => bytes[at + index] === byte),
  );
  if (known) return known[0];
  return /\.svg$/i.test(path) && bytes.length <= maxDrawing ? 'image/svg+xml' : undefined;
}

export function base64(bytes: Uint8Array): string {
  let binary = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}
