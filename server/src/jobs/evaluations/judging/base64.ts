export function base64(bytes: Uint8Array): string {
  let binary = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}
