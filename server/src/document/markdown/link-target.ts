/** A link destination that names a file, taken apart. */
export interface FileTarget {
  /** With `/` between its parts, decoded. Empty for a heading of the same file. */
  readonly path: string;
  /** The heading after `#`, decoded; undefined without one. */
  readonly heading: string | undefined;
  /** Whether it is written with backslashes. */
  readonly hasBackslashes: boolean;
}

/** Texts in which something is to be filled in, and patterns. */
const unfilled = /[{}<>*$|…]|\.\.\.|\bpath\/to\b|%7B/i;

/**
 * The target of a Markdown link on disk; undefined for addresses (`https:`, `mailto:`, `plugin:skill`)
 * and for texts with something to fill in.
 */
export function readLinkTarget(target: string): FileTarget | undefined {
  const written = target.trim();
  if (written === '' || isAddress(written) || unfilled.test(written)) return undefined;
  const hash = written.indexOf('#');
  const beforeHash = hash < 0 ? written : written.slice(0, hash);
  const query = beforeHash.indexOf('?');
  const path = query < 0 ? beforeHash : beforeHash.slice(0, query);
  const hasBackslashes = path.includes('\\');
  return {
    path: decoded(hasBackslashes ? path.replaceAll('\\', '/') : path),
    heading: hash < 0 ? undefined : decoded(written.slice(hash + 1)),
    hasBackslashes,
  };
}

function isAddress(written: string): boolean {
  if (written.startsWith('//')) return true;
  // A letter before a slash is a drive.
  return written.includes(':') && /^(?![A-Za-z]:[\\/])[A-Za-z][\w+.-]*:/.test(written);
}

function decoded(text: string): string {
  // Decoding takes longer than everything else here.
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
