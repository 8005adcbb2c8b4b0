/** Parts with which an SVG cannot be used as an icon. */
const activeParts = [
  /<\s*(?:script|foreignobject|animate|animatemotion|animatetransform|set|discard|style|iframe|embed|object)\b/i,
  /\son[a-z]+\s*=/i,
  /href\s*=\s*(?:["']\s*)?[^"'#\s>]/i,
  /javascript:/i,
  /@import/i,
];

/**
 * Whether the plugin directory can use an image, as far as `claude plugin validate` looks: at how it begins, and at what
 * an SVG holds. Sizes are not checked.
 *
 * @param path decides about the format by how it ends
 */
export function isUsableIcon(path: string, bytes: Uint8Array | undefined): boolean {
  if (!bytes || bytes.length < 12) return false;
  const beginning = String.fromCharCode(...bytes.subarray(0, 12));
  switch (/\.[^./]*$/.exec(path)?.[0].toLowerCase()) {
    case '.png':
      return beginning.startsWith('\x89PNG\r\n\x1A\n');
    case '.jpg':
    case '.jpeg':
      return beginning.startsWith('\xFF\xD8\xFF');
    case '.webp':
      return beginning.startsWith('RIFF') && beginning.endsWith('WEBP');
    case '.svg':
      return isPlainSvg(new TextDecoder().decode(bytes));
    default:
      return false;
  }
}

function isPlainSvg(text: string): boolean {
  const outsideComments = withoutComments(text.toLowerCase());
  return (
    text.slice(0, 1024).toLowerCase().includes('<svg') &&
    !/<!doctype|<!entity/.test(outsideComments) &&
    !activeParts.some((part) => part.test(text))
  );
}

function withoutComments(text: string): string {
  let rest = '';
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return rest + text.slice(at);
    rest += text.slice(at, start);
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return rest;
    at = end + 3;
  }
}
